# What the house's mails say in English. docs/translating.md says how these files are written.
#
# A line that is broken here is broken in the text of a mail, and joined in its page. <b> sets bold in a page and says nothing in a
# text. Words in CAPITALS are what players write, and stay English.

## Moments

weekday-1 = Monday
weekday-2 = Tuesday
weekday-3 = Wednesday
weekday-4 = Thursday
weekday-5 = Friday
weekday-6 = Saturday
weekday-7 = Sunday
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
# $day is a number.
day-of-month = { $day }
# $hour, $minute and $second have two digits each.
time-of-day = { $hour }:{ $minute }
time-of-day-seconds = { $hour }:{ $minute }:{ $second }
moment = { $weekday }, { $day } { $month } { $year } at { $time } { $zone }
moment-short = { $day } { $month } { $year } at { $time } { $zone }
zone-cet = CET
zone-cest = CEST
span-days = { $count ->
    [one] 1 day
   *[other] { $count } days
 }
span-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
 }
span-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
 }
span-none = less than a minute
and = and
# $days are names of days, such as "Sunday and Wednesday".
rhythm-week = every { $days } at { $time }
rhythm-days = { $days ->
    [one] every day at { $time }
   *[other] every { $days } days at { $time }
 }

## What several mails share

under-turn-player = { $title }, turn { $turn }, { $player }
colon = :
your-password = your password
your-name = your-name
password-word = Your password:
# $right: commander, deputy or minister.
right = { $right ->
    [commander] commander
    [deputy] deputy
    [minister] minister
   *[other] { $right }
 }
look-at = LOOK AT
line = line { $line }:
line-column = line { $line }, from column { $column }:
letter-as-a-whole = the letter as a whole:
did-you-mean = Did you mean:
deadline-word = Deadline:
deadline-is =
    The deadline for turn { $turn } is
    { $when }.
last-word = Last answer today.
last-today = This is the last answer of its kind that is sent to you today. Letters are still read and obeyed; SHOW ORDERS tells then what stands.
last-until = This is the last answer of its kind that is sent to you until { $until }. Letters are still read and obeyed; SHOW ORDERS tells then what stands.
as-things-stand = As things stand
if-silent = If you send nothing, as things stand:
reading-head = How your letter was read
who-else = Who else plays
by-the-machine = played by the machine

## Receipts

receipt = Receipt
receipt-checked = Checked, not filed
receipt-title = { $title }: receipt, turn { $turn }
count-errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
 }
count-fail = { $count ->
    [one] 1 fails
   *[other] { $count } fail
 }
count-may-fail = { $count } may fail
count-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
 }
receipt-received =
    { $title }, turn { $turn }. { $player }, your letter was received
    { $when }.
receipt-received-page = Your letter was received { $when }.
receipt-also =
    It is letter { $letter }, and this answers these letters of yours too, of which
    no receipt had gone out:
receipt-also-received = received { $when }:
# $offices is how many orders of offices were filed beside those of units.
receipt-also-units = { $offices ->
    [0] all was filed, for <b>{ $units }</b>
   *[other] all was filed, for <b>{ $units }</b> and of your offices
 }
receipt-also-offices = all was filed, of your offices
receipt-also-nothing = understood; it contained no orders
receipt-letter = (Letter { $letter }.)
receipt-nothing-filed = NOTHING WAS FILED:
receipt-check =
    This was a check: nothing was filed. What follows is what would have
    happened.
receipt-look-at = { $count ->
    [one] 1 TO LOOK AT: it is marked NOT or LOOK AT below.
   *[other] { $count } TO LOOK AT: they are marked NOT or LOOK AT below.
 }
receipt-to-look-at = { $count } TO LOOK AT.
receipt-marked-so = { $count ->
    [one] It is marked so below.
   *[other] They are marked so below.
 }
receipt-fail = { $count ->
    [one] 1 ORDER FAILS as things stand
   *[other] { $count } ORDERS FAIL as things stand
 }
receipt-may-fail = { $count ->
    [one] 1 ORDER MAY FAIL
   *[other] { $count } ORDERS MAY FAIL
 }
receipt-may-too = { $count } MAY
receipt-warnings = { $count ->
    [one] 1 WARNING
   *[other] { $count } WARNINGS
 }
receipt-marked = What is marked ! below is filed all the same.
receipt-marked-page = What is marked with an exclamation mark is filed all the same.
receipt-read-is-filed = What was read is filed.
receipt-not-all-read = Not all that looks like an order was read: see below.
receipt-all-filed = All is filed.
receipt-all-understood = Every order in your letter was understood.
receipt-done = Done.
receipt-conditional =
    As things stand: nobody else moves, and of others only those are
    reckoned with whom your last report shows.
receipt-not-as-written = NOT as you wrote
orders-default = Default orders
orders-would-stand = Would be in force
orders-stand = Now in force
orders-from = from { $name }
receipt-replaces = It takes the place of.
receipt-replaces-of = It takes the place of the order of { $name }.
receipt-replaces-received = It takes the place of received { $when }.
receipt-replaces-of-received = It takes the place of the order of { $name } received { $when }.
receipt-no-longer = No longer:
offices-head = Orders of your offices
office-accepted = Accepted
office-not-accepted = NOT ACCEPTED
lines-to-look-at = Lines to look at
changed-by-others = Changed by others since your last letter
left-unread = Left unread: { $words }.
no-order-any-more = No order is taken any more: { $why }.

## SHOW ORDERS and STATUS

standing-head = What is yours and what stands for each
standing-you = you: { $right ->
    [commander] commander
    [deputy] deputy
    [minister] minister
   *[other] { $right }
 }
standing-by = ordered by { $name }
standing-none = no orders
standing-default = By default:
standing-offices = Orders of your offices that stand
status-head = Where the game stands
status-open = Turn { $turn } is open for orders.
status-open-between = Turn { $turn } is open: { $between }.
status-closed = Turn { $turn } is closed.
# $noun: unit, ship, stack, or what else a game has.
status-command = You command { $count ->
    [one] 1 { $noun }
   *[other] { $count } { $noun }s
 } and deputise for { $deputises ->
    [0] none
   *[other] { $deputises }
 }.
status-offices = You are { $offices }.
status-without-orders = Without orders: { $units }.
status-none-ordered = No { $noun } is ordered in it.
status-all-ordered = All your { $noun }s have orders.
if-silent-stay =
    If you send nothing, as things stand, they stay and nothing else of
    {"  "}theirs is foreseen.
status-aims = What is fought for
status-address = Answers go to { $address }.
status-wishes = Your mail, in the words of SET REPORTS: { $wishes }.
turn-cell = Turn
status-cell-open = { $turn }, open for orders
status-cell-between = { $turn }, open: { $between }
status-cell-closed = { $turn }, closed
status-cell-command = You command
status-cell-commands = { $count ->
    [one] 1 { $noun }
   *[other] { $count } { $noun }s
 }, and deputise for { $deputises ->
    [0] none
   *[other] { $deputises }
 }
status-cell-offices = You are
status-cell-without = Without orders
status-cell-all-ordered = none: all your { $noun }s have orders
status-cell-none-ordered = none: no { $noun } is ordered in it
status-cell-over = no order is taken any more
status-cell-silent = If you send nothing, as things stand
status-cell-address = Answers go to
status-cell-seat = Your seat

## Letters that were refused as a whole

refusal-subject = Your letter to Fieldpost was not obeyed
refusal-head = Your letter was not obeyed
refused = REFUSED:
help-subject = Fieldpost: help
help-head = Help
refusal-games = Your games: <b>{ $games }</b>.
refusal-example = Nothing in the letter was filed. A letter of orders looks like this:
refusal-example-of = In { $game }:
refusal-bars = (without the bars).
refusal-help =
    A letter with nothing in it but the line HELP is
    answered with all the orders there are.
refusal-lost =
    If you have lost your password, write to <b>{ $host }</b>,
    who can have a new one sent to you.

## Reminders

# $count is how many units.
reminder-subject = { $count ->
    [one] 1 unit is without orders
   *[other] { $count } units are without orders
 }
reminder-title = Units without orders
reminder-deadline =
    { $player }, the deadline for turn { $turn } of "{ $title }" is
    { $when }.
reminder-left = That is { $left } from now.
reminder-units = { $count ->
    [one] This unit of yours has no orders yet:
   *[other] These units of yours have no orders yet:
 }
reminder-deployment =
    This is a deployment turn: units are placed, they do not march (rule
    7.17). A unit without orders stays where it is. If that is what you
    want, you need do nothing.
reminder-place = To place one, in any square that your nation owns, answer this mail:
reminder-land = A unit without orders stays where it is and does as rule 6.9 says: it skirmishes, helps friends nearby, and draws supply.
reminder-ships = A ship without orders stays where she is, accepts contact and battle (WISC 4.11), and fills her stores in port.
reminder-nothing = If that is what you want, you need do nothing.
reminder-order = To order them, answer this mail:
reminder-end =
    Leave the bars out. STATUS tells at any time which units are without
    orders. If you want no reminders, send a letter with the line
    SET REPORTS NO REMINDERS (and PLAYER and PASSWORD).
reminder-end-page = STATUS tells at any time which units are without orders. If you want no reminders, send a letter with the line SET REPORTS NO REMINDERS (and PLAYER and PASSWORD).
cell-unit = Unit
cell-where = Where
cell-near = Near
plain-reminder-subject = { $count } without orders
nothing-sent = Nothing sent yet
awaited = Awaited of you now:
plain-reminder-idle = You have sent no orders yet for
plain-reminder-nothing-yet =
    You have sent nothing for it yet. If that is what you want, you need
    do nothing.
plain-reminder-order = To give orders, answer this mail:
plain-reminder-end =
    Leave the bars out. If you want no reminders, send a letter with the
    line SET REPORTS NO REMINDERS (and PLAYER and PASSWORD).
plain-reminder-end-page = If you want no reminders, send a letter with the line SET REPORTS NO REMINDERS (and PLAYER and PASSWORD).

## Welcomes

welcome-subject = Welcome to { $title }
welcome = Welcome, { $player }!
welcome-side = You play for { $nation } in "{ $title }".
# The same of a nation that English names with "the", such as the United States.
welcome-side-the = You play for the { $nation } in "{ $title }".
welcome-password =
    Your password is in the next line. Keep this letter: the password is
    never shown again, and your units obey no letter without it.
welcome-keep = Keep this letter: the password is never shown again, and your units obey no letter without it.
# $schedule: such as "every Sunday at 20:00".
welcome-deadline =
    Turns fall due { $schedule }. The first deadline is
    { $when }.
welcome-waits =
    The game waits for its start: until the game administrator starts it no turn
    is run, and the orders that you send are kept.
welcome-how = How to send orders
welcome-write = Answer this letter, or write to <b>{ $address }</b> from any mail program. Plain words, one order a line.
welcome-write-bars =
    Answer this letter, or write to { $address }
    from any mail program. Plain words, one order a line. Leave the bars out.
welcome-ship-head = A ship
welcome-ship = { $ship } lies in { $at }. The block of a ship begins with SHIP and her id or name.
welcome-ship-help = HELP SHIPS names all orders of ships, HELP SEA AREAS the waters, HELP CARGO how brigades are carried.
welcome-march-head = A march
welcome-march = { $unit } goes to { $square }.
# $way: such as "north-east", in English.
welcome-diagonal = To march across a corner, name the square that lies across it: MARCH { $square } takes { $unit } { $way }.
welcome-diagonal-page = To march across a corner, name the square that lies across it: { $order } takes { $unit } { $way }.
welcome-march-length = A march may have up to six squares, each beside the one before.
welcome-hold-head = Orders for a unit
welcome-hold = { $unit } holds its ground.
welcome-attack-head = An attack
welcome-towards = towards { $city }
welcome-attack = { $unit } marches, goes at the nearest enemy that it sees there, and fights as hard as it can. Without ATTACK it only skirmishes, and gives way. Battles are in phases 1 to 4; in phase 5, after the marches, nobody fights.
welcome-ford = ENGAGE never crosses a river: MOVE by way of a ford, as in MOVE 7-11 VIA 7-9.
welcome-ford-or-bridge = ENGAGE never crosses a river: MOVE by way of a ford or bridge, as in MOVE 7-11 VIA 7-9.
welcome-capture-head = A capture
welcome-capture = { $city } lies in { $square }, at { $tac } of its tactical map. A unit that enters it takes the city, unless an enemy holds it. Marching comes first, so give MOVE a phase.
welcome-capture-any = march into the square of a city, and MOVE to its place on the tactical map, with the PHASE in which the unit is there: 3 after the first square of a march, 5 after the others. A unit that enters it takes the city, unless an enemy holds it. No city of the enemy's lies within a plain march of your units.
welcome-defend = To hold its ground a unit needs DEFEND, or DEFEND LAST-DITCH; without, it skirmishes and gives way. So does a garrison in its fort.
welcome-defend-page = To hold its ground a unit needs { $defend }, or { $last }; without, it skirmishes and gives way. So does a garrison in its fort.
welcome-receipts =
    You get a receipt for every letter, with what is in force for each unit,
    what was not understood, and why. A later order for a unit takes the
    place of an earlier one. To try a letter without filing it, add a line
    CHECK.
welcome-other-words = Other words that you can send
welcome-words =
    - HELP, for all the orders there are; HELP MARCH, for one of them
    - HELP RULE 7.14, for a rule of the book in our own words; HELP RULE 7, for a chapter; HELP RULES, for all
    - SHOW ORDERS, for what stands; STATUS, for where the game stands
    - SET REPORTS, for how your mail comes: SET REPORTS TEXT for plain text
      only, SET REPORTS NO PICTURES, and more (HELP REPORTS)
welcome-cell-help = all the orders there are; HELP MARCH, one of them
welcome-cell-rule = a rule of the book in our own words; HELP RULE 7, a chapter; HELP RULES, all
welcome-cell-show = what stands for your units
welcome-cell-status = where the game stands
welcome-cell-reports = how your mail comes: SET REPORTS TEXT for plain text only, SET REPORTS NO PICTURES, and more (HELP REPORTS)
welcome-command = You command <b>{ $count }</b> { $count ->
    [one] unit
   *[other] units
 } and deputise for <b>{ $deputises ->
    [0] none
   *[other] { $deputises }
 }</b>.
welcome-command-ships = You command <b>{ $count }</b> { $count ->
    [one] unit
   *[other] units
 } and <b>{ $ships }</b> { $ships ->
    [one] ship
   *[other] ships
 } and deputise for <b>{ $deputises ->
    [0] none
   *[other] { $deputises }
 }</b>.
welcome-position = Where they stand is in the position report, which comes as the next mail.
plain-welcome-password =
    Your password is in the next line. Keep this letter: the password is
    never shown again, and no letter is obeyed without it.
plain-welcome-keep = Keep this letter: the password is never shown again, and no letter is obeyed without it.
plain-welcome-write =
    Answer this letter, or write to <b>{ $address }</b>
    from any mail program. Plain words, one order a line:
plain-welcome-receipts =
    Leave the bars out. You get a receipt for every letter, with what is in
    force, what was not understood, and why. To try a letter without filing
    it, add a line CHECK. HELP tells all the orders there are, SHOW ORDERS
    what stands, STATUS where the game stands.
plain-welcome-receipts-page = End with END. You get a receipt for every letter, with what is in force, what was not understood, and why. To try a letter without filing it, add a line CHECK. HELP tells all the orders there are, SHOW ORDERS what stands, STATUS where the game stands.
plain-welcome-command = You command <b>{ $count }</b> { $count ->
    [one] { $noun }
   *[other] { $noun }s
 }.
plain-welcome-command-deputy = You command <b>{ $count }</b> { $count ->
    [one] { $noun }
   *[other] { $noun }s
 } and deputise for <b>{ $deputises }</b>.
plain-welcome-position =
    Where everything
    stands is in the position report, which comes as the next mail. What the
    words of it mean is told by HELP and the word; HELP RULES lists the rules.

## Languages

# The first sentence after SET LANGUAGE, in that language.
language-is-set = { $player }, your mails are in English from now on.

## Why a letter was refused

# The desk has more words for these in English; other languages have these.
refused-wrong-password = That password does not match this player or unit.
refused-too-many-tries = There were too many wrong passwords, or your letter leaves open whose it is: write the lines PLAYER and PASSWORD once, above all else.
refused-no-password = Your letter holds no password: write a line PASSWORD with your password.
refused-orders-in-quote = Orders stand in what your mail program marks as an older mail, and nothing in that is carried out: write your orders, with your password, above it.
refused-which-game = Your letter does not say for which game it is: write a line GAME.
refused-unknown-game = There is no game of that name here.
refused-games-conflict = Your letter names two games: send one letter for each.
refused-wrong-token = No letter waits under this token: it may have been released already, or its turn closed.
refused-bad-signature = Your letter holds no password, and its OpenPGP signature does not count in its place.
refused-wrong-signer = The OpenPGP signature is good, but nobody who signs so may speak here.
refused-stranger = No player of any game here is registered under your address, and your letter holds no password.

## What was left unread

unread-quoted = { $count ->
    [one] 1 quoted line
   *[other] { $count } quoted lines
 }
unread-signature = { $count ->
    [one] 1 signature line
   *[other] { $count } signature lines
 }
unread-forwarded = { $count ->
    [one] 1 forwarded line
   *[other] { $count } forwarded lines
 }
unread-unsigned = { $count ->
    [one] 1 unsigned line
   *[other] { $count } unsigned lines
 }
unread-struck = { $count ->
    [one] 1 struck-out line
   *[other] { $count } struck-out lines
 }

## Passwords

under-turn = { $title }, turn { $turn }
password-title = Your password
password-new = Your new password
password-line =
    { $player }, your password is in the next line. Keep this letter: the
    password is never shown again, and no letter is obeyed without it.
password-command = You command { $count ->
    [one] 1 { $noun }
   *[other] { $count } { $noun }s
 } and deputise for { $deputises ->
    [0] none
   *[other] { $deputises }
 }; a mail of its own has the position.
password-orders = These orders stand for your { $noun }s, until you send others or CANCEL ORDERS:
password-no-orders = No orders stand for your { $noun }s yet.
password-reports =
    SEND REPORT brings what happened last, and SEND REPORT 1 the report of
    turn 1: those of every turn are kept for your seat.
password-nothing-yet = You command nothing yet: another mail says what you get.
password-head = A letter begins with these lines:
password-head-bars = A letter begins with these lines, without the bars:
password-help =
    HELP in such a letter tells all that you can write below them. To choose
    another password, write NEW PASSWORD and its words.

## Letters that wait for their player's word

held-subject = A letter in your name waits for your word
held-title = A letter waits for your word
held-yours =
    { $player }, a letter with your password was received
    { $when }.
held-yours-from =
    { $player }, a letter with your password was received
    { $when } from { $from }.
held-of =
    A letter with the password of { $player } was received
    { $when }.
held-of-from =
    A letter with the password of { $player } was received
    { $when } from { $from }.
held-why = It is held:
held-units = It would order: { $units }.
held-confirm = If the letter is yours, answer this mail with the line
held-not-yours = If it is not, do nothing, and send NEW PASSWORD: somebody knows yours.
held-deadline =
    Without a word from you it is refused at the deadline,
    { $when }.

## What others changed

news-subject = What others changed for your units
news-letter =
    { $player }, a letter received { $when }
    has changed what stands for your units.
news-letter-late =
    { $player }, a letter received { $when }
    has changed what stands for your units. It was found only now, but it was received in time, and the time of receipt counts.
news-close = { $player }, the close of the turn has changed what stands for your units.
news-deadline =
    Send SHOW ORDERS to see all that stands. The deadline is
    { $when }.

## Letters that are too large

too-large-subject = Your letter was too large to read
too-large =
    Your letter, received { $when }, was not read: it has { $bytes } bytes,
    and at most { $limit } are read. Nothing in it counts.
too-large-zone =
    Your letter, received { $when }
    ({ $utc }), was not read: it has { $bytes } bytes,
    and at most { $limit } are read. Nothing in it counts.
too-large-again =
    Please send the orders again as plain text, without pictures or
    attachments.

news-show = Send SHOW ORDERS to see all that stands.
too-large-word = NOT READ.

## Why no order of a letter counts

shut-over = No order is taken any more.
shut-late = Turn { $turn } is closed: your letter was received after the deadline.
shut-closed = Turn { $turn } is closed: your letter was received in time, but reached us only after the turn had been closed.
shut-turn-over = Your letter is for turn { $turn }, and turn { $open } is open.
shut-turn-far = Your letter is for turn { $turn }, and turn { $open } is open: orders are kept for the next turn alone.
