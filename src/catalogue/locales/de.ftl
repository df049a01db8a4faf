# Was die Briefe des Hauses auf Deutsch sagen. docs/translating.md sagt, wie diese Dateien geschrieben sind.
#
# Anrede: Sie. Feldworte: Brigade, Stellung, Befehl, Zug. Wörter in GROSSBUCHSTABEN schreiben die Spieler; sie bleiben englisch.

## Zeitpunkte

weekday-1 = Montag
weekday-2 = Dienstag
weekday-3 = Mittwoch
weekday-4 = Donnerstag
weekday-5 = Freitag
weekday-6 = Samstag
weekday-7 = Sonntag
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
day-of-month = { $day }.
time-of-day = { $hour }:{ $minute } Uhr
time-of-day-seconds = { $hour }:{ $minute }:{ $second } Uhr
moment = { $weekday }, { $day } { $month } { $year }, { $time } { $zone }
moment-short = { $day } { $month } { $year }, { $time } { $zone }
zone-cet = MEZ
zone-cest = MESZ
span-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
 }
span-hours = { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
 }
span-minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
 }
span-none = weniger als eine Minute
and = und
rhythm-week = jeden { $days } um { $time }
rhythm-days = { $days ->
    [one] jeden Tag um { $time }
   *[other] alle { $days } Tage um { $time }
 }

## Was mehrere Briefe gemein haben

under-turn-player = { $title }, Zug { $turn }, { $player }
colon = :
your-password = Ihr Passwort
your-name = Ihr-Name
password-word = Ihr Passwort:
right = { $right ->
    [commander] Befehlshaber
    [deputy] Stellvertreter
    [minister] Minister
   *[other] { $right }
 }
look-at = BITTE PRÜFEN:
line = Zeile { $line }:
line-column = Zeile { $line }, ab Spalte { $column }:
letter-as-a-whole = der Brief als Ganzes:
did-you-mean = Meinten Sie:
deadline-word = Abgabeschluss:
deadline-is =
    Abgabeschluss für Zug { $turn }:
    { $when }.
last-word = Die letzte Antwort für heute.
last-today = Dies ist die letzte Antwort dieser Art, die Sie heute erhalten. Ihre Briefe werden weiterhin gelesen und befolgt; SHOW ORDERS zeigt danach, was gilt.
last-until = Dies ist die letzte Antwort dieser Art, die Sie vor { $until } erhalten. Ihre Briefe werden weiterhin gelesen und befolgt; SHOW ORDERS zeigt danach, was gilt.
as-things-stand = Nach heutigem Stand
if-silent = Wenn Sie nichts senden, geschieht nach heutigem Stand:
reading-head = Wie Ihr Brief gelesen wurde
who-else = Wer sonst noch spielt
by-the-machine = vom Computer gespielt

## Quittungen

receipt = Quittung
receipt-checked = Geprüft, nicht abgelegt
receipt-title = { $title }: Quittung, Zug { $turn }
count-errors = { $count } Fehler
count-fail = { $count ->
    [one] 1 Befehl scheitert
   *[other] { $count } Befehle scheitern
 }
count-may-fail = { $count ->
    [one] 1 ungewiss
   *[other] { $count } ungewiss
 }
count-warnings = { $count ->
    [one] 1 Warnung
   *[other] { $count } Warnungen
 }
receipt-received =
    { $title }, Zug { $turn }. { $player }, Ihr Brief ist eingegangen:
    { $when }.
receipt-received-page = Ihr Brief ist eingegangen: { $when }.
receipt-also = Er ist Brief { $letter }. Diese Quittung gilt auch für die folgenden Briefe, für die noch keine hinausgegangen war:
receipt-also-received = eingegangen { $when }:
receipt-also-units = { $offices ->
    [0] alles abgelegt, für <b>{ $units }</b>
   *[other] alles abgelegt, für <b>{ $units }</b> und für Ihre Ämter
 }
receipt-also-offices = alles abgelegt, für Ihre Ämter
receipt-also-nothing = verstanden; er enthielt keine Befehle
receipt-letter = (Brief { $letter }.)
receipt-nothing-filed = NICHTS WURDE ABGELEGT:
receipt-check = Dies war eine Probe: Abgelegt wurde nichts. Es folgt, was geschehen wäre.
receipt-look-at = { $count ->
    [one] 1 STELLE ZU PRÜFEN: Sie ist unten mit NICHT oder BITTE PRÜFEN bezeichnet.
   *[other] { $count } STELLEN ZU PRÜFEN: Sie sind unten mit NICHT oder BITTE PRÜFEN bezeichnet.
 }
receipt-to-look-at = { $count ->
    [one] 1 STELLE ZU PRÜFEN.
   *[other] { $count } STELLEN ZU PRÜFEN.
 }
receipt-marked-so = { $count ->
    [one] Sie ist unten so bezeichnet.
   *[other] Sie sind unten so bezeichnet.
 }
receipt-fail = { $count ->
    [one] 1 BEFEHL SCHEITERT nach heutigem Stand
   *[other] { $count } BEFEHLE SCHEITERN nach heutigem Stand
 }
receipt-may-fail = { $count ->
    [one] 1 BEFEHL KANN SCHEITERN
   *[other] { $count } BEFEHLE KÖNNEN SCHEITERN
 }
receipt-may-too = { $count ->
    [one] 1 KANN SCHEITERN
   *[other] { $count } KÖNNEN SCHEITERN
 }
receipt-warnings = { $count ->
    [one] 1 WARNUNG
   *[other] { $count } WARNUNGEN
 }
receipt-marked = Was unten mit ! bezeichnet ist, wird trotzdem abgelegt.
receipt-marked-page = Was mit einem Ausrufezeichen bezeichnet ist, wird trotzdem abgelegt.
receipt-read-is-filed = Was gelesen wurde, ist abgelegt.
receipt-not-all-read = Nicht alles, was nach einem Befehl aussieht, wurde gelesen: siehe unten.
receipt-all-filed = Alles ist abgelegt.
receipt-all-understood = Jeder Befehl in Ihrem Brief wurde verstanden.
receipt-done = Erledigt.
receipt-conditional = Nach heutigem Stand heißt: Niemand sonst bewegt sich, und gerechnet wird nur mit denen, die Ihr letzter Bericht zeigt.
receipt-not-as-written = NICHT wie geschrieben
orders-default = Standardbefehle
orders-would-stand = Es würde gelten
orders-stand = Jetzt gilt
orders-from = von { $name }
receipt-replaces = Das ersetzt den früheren Befehl.
receipt-replaces-of = Das ersetzt den Befehl von { $name }.
receipt-replaces-received = Das ersetzt den Befehl, eingegangen { $when }.
receipt-replaces-of-received = Das ersetzt den Befehl von { $name }, eingegangen { $when }.
receipt-no-longer = Gilt nicht mehr:
offices-head = Befehle Ihrer Ämter
office-accepted = Angenommen
office-not-accepted = NICHT ANGENOMMEN
lines-to-look-at = Zeilen zu prüfen
changed-by-others = Seit Ihrem letzten Brief von anderen geändert
left-unread = Ungelesen blieb: { $words }.
no-order-any-more = Befehle werden nicht mehr angenommen: { $why }.

## SHOW ORDERS und STATUS

standing-head = Was Ihnen untersteht und was dafür gilt
standing-you = Sie: { $right ->
    [commander] Befehlshaber
    [deputy] Stellvertreter
    [minister] Minister
   *[other] { $right }
 }
standing-by = Befehl von { $name }
standing-none = kein Befehl
standing-default = Ohne Befehl:
standing-offices = Was von Befehlen Ihrer Ämter gilt
status-head = Wie das Spiel steht
status-open = Zug { $turn } ist offen für Befehle.
status-open-between = Zug { $turn } ist offen: { $between }.
status-closed = Zug { $turn } ist geschlossen.
status-command = Sie befehligen { $noun ->
    [unit] { $count ->
        [one] 1 Einheit
       *[other] { $count } Einheiten
     }
    [ship] { $count ->
        [one] 1 Schiff
       *[other] { $count } Schiffe
     }
    [stack] { $count ->
        [one] 1 Verband
       *[other] { $count } Verbände
     }
   *[other] { $count } ({ $noun })
 } und vertreten den Befehlshaber von { $deputises ->
    [0] keiner anderen
    [one] 1 weiteren
   *[other] { $deputises } weiteren
 }.
status-offices = Ihre Ämter: { $offices }.
status-without-orders = Ohne Befehl: { $units }.
status-none-ordered = { $noun ->
    [unit] Darin erhält keine Einheit Befehle.
    [ship] Darin erhält kein Schiff Befehle.
    [stack] Darin erhält kein Verband Befehle.
   *[other] Darin wird nichts befohlen ({ $noun }).
 }
status-all-ordered = { $noun ->
    [unit] Alle Ihre Einheiten haben Befehle.
    [ship] Alle Ihre Schiffe haben Befehle.
    [stack] Alle Ihre Verbände haben Befehle.
   *[other] Alle haben Befehle ({ $noun }).
 }
if-silent-stay = Wenn Sie nichts senden, bleiben sie nach heutigem Stand, wo sie sind; mehr ist nicht vorherzusehen.
status-aims = Worum gekämpft wird
status-address = Antworten gehen an { $address }.
status-wishes = Ihre Post, in den Worten von SET REPORTS: { $wishes }.
turn-cell = Zug
status-cell-open = { $turn }, offen für Befehle
status-cell-between = { $turn }, offen: { $between }
status-cell-closed = { $turn }, geschlossen
status-cell-command = Sie befehligen
status-cell-commands = { $noun ->
    [unit] { $count ->
        [one] 1 Einheit
       *[other] { $count } Einheiten
     }
    [ship] { $count ->
        [one] 1 Schiff
       *[other] { $count } Schiffe
     }
    [stack] { $count ->
        [one] 1 Verband
       *[other] { $count } Verbände
     }
   *[other] { $count } ({ $noun })
 }, als Stellvertreter { $deputises ->
    [0] keine
    [one] 1 weitere
   *[other] { $deputises } weitere
 }
status-cell-offices = Ihre Ämter
status-cell-without = Ohne Befehl
status-cell-all-ordered = { $noun ->
    [unit] keine: alle Ihre Einheiten haben Befehle
    [ship] keines: alle Ihre Schiffe haben Befehle
    [stack] keiner: alle Ihre Verbände haben Befehle
   *[other] nichts: alle haben Befehle ({ $noun })
 }
status-cell-none-ordered = { $noun ->
    [unit] keine: darin erhält keine Einheit Befehle
    [ship] keines: darin erhält kein Schiff Befehle
    [stack] keiner: darin erhält kein Verband Befehle
   *[other] nichts: darin wird nichts befohlen ({ $noun })
 }
status-cell-over = Befehle werden nicht mehr angenommen
status-cell-silent = Wenn Sie nichts senden, nach heutigem Stand
status-cell-address = Antworten gehen an
status-cell-seat = Ihr Platz

## Briefe, die im Ganzen abgewiesen wurden

refusal-subject = Ihr Brief an Fieldpost wurde nicht befolgt
refusal-head = Ihr Brief wurde nicht befolgt
refused = ABGEWIESEN:
help-subject = Fieldpost: Hilfe
help-head = Hilfe
refusal-games = Ihre Spiele: <b>{ $games }</b>.
refusal-example = Aus dem Brief wurde nichts abgelegt. Ein Brief mit Befehlen sieht so aus:
refusal-example-of = In { $game }:
refusal-bars = (ohne die senkrechten Striche).
refusal-help = Ein Brief, in dem nur die Zeile HELP steht, wird mit allen Befehlen beantwortet, die es gibt.
refusal-lost = Wenn Sie Ihr Passwort verloren haben, schreiben Sie an <b>{ $host }</b>: Von dort erhalten Sie ein neues.

## Erinnerungen

reminder-subject = { $count ->
    [one] 1 Einheit ist ohne Befehl
   *[other] { $count } Einheiten sind ohne Befehl
 }
reminder-title = Einheiten ohne Befehl
reminder-deadline =
    { $player }, Abgabeschluss für Zug { $turn } von »{ $title }« ist
    { $when }.
reminder-left = Verbleibende Zeit: { $left }.
reminder-units = { $count ->
    [one] Diese Einheit hat noch keinen Befehl von Ihnen:
   *[other] Diese Einheiten haben noch keinen Befehl von Ihnen:
 }
reminder-deployment = Dies ist ein Aufstellungszug: Einheiten werden aufgestellt und marschieren nicht (Regel 7.17). Eine Einheit ohne Befehl bleibt, wo sie ist. Wenn Sie das wollen, brauchen Sie nichts zu tun.
reminder-place = Um eine in einem Feld Ihrer Nation aufzustellen, antworten Sie auf diesen Brief:
reminder-land = Eine Einheit ohne Befehl bleibt, wo sie ist, und handelt nach Regel 6.9: Sie plänkelt, hilft Freunden in der Nähe und bezieht Nachschub.
reminder-ships = Ein Schiff ohne Befehl bleibt, wo es ist, weicht keiner Schlacht aus (WISC 4.11) und füllt im Hafen seine Vorräte auf.
reminder-nothing = Wenn Sie das wollen, brauchen Sie nichts zu tun.
reminder-order = Um ihnen Befehle zu geben, antworten Sie auf diesen Brief:
reminder-end =
    Lassen Sie die senkrechten Striche weg. STATUS zeigt jederzeit, welche
    Einheiten ohne Befehl sind. Wenn Sie keine Erinnerungen wünschen, senden
    Sie einen Brief mit der Zeile SET REPORTS NO REMINDERS (dazu PLAYER und
    PASSWORD).
reminder-end-page = STATUS zeigt jederzeit, welche Einheiten ohne Befehl sind. Wenn Sie keine Erinnerungen wünschen, senden Sie einen Brief mit der Zeile SET REPORTS NO REMINDERS (dazu PLAYER und PASSWORD).
cell-unit = Einheit
cell-where = Wo
cell-near = Bei
plain-reminder-subject = { $count } ohne Befehl
nothing-sent = Noch nichts gesandt
awaited = Von Ihnen wird jetzt erwartet:
plain-reminder-idle = Noch keine Befehle haben Sie gesandt für
plain-reminder-nothing-yet = Sie haben dafür noch nichts gesandt. Wenn Sie das so wollen, brauchen Sie nichts zu tun.
plain-reminder-order = Um Befehle zu geben, antworten Sie auf diesen Brief:
plain-reminder-end =
    Lassen Sie die senkrechten Striche weg. Wenn Sie keine Erinnerungen
    wünschen, senden Sie einen Brief mit der Zeile SET REPORTS NO REMINDERS
    (dazu PLAYER und PASSWORD).
plain-reminder-end-page = Wenn Sie keine Erinnerungen wünschen, senden Sie einen Brief mit der Zeile SET REPORTS NO REMINDERS (dazu PLAYER und PASSWORD).

## Begrüßungen

welcome-subject = Willkommen bei { $title }
welcome = Willkommen, { $player }!
welcome-side = Ihre Nation in »{ $title }«: { $nation }.
welcome-side-the = Ihre Nation in »{ $title }«: { $nation }.
welcome-password =
    In der nächsten Zeile steht Ihr Passwort. Bewahren Sie diesen Brief auf:
    Das Passwort wird nie wieder gezeigt, und ohne es befolgen Ihre Einheiten
    keinen Brief.
welcome-keep = Bewahren Sie diesen Brief auf: Das Passwort wird nie wieder gezeigt, und ohne es befolgen Ihre Einheiten keinen Brief.
welcome-deadline =
    Ein Zug endet { $schedule }. Der erste Abgabeschluss ist
    { $when }.
welcome-waits = Das Spiel wartet auf seinen Beginn: Bis der Spielleiter es beginnt, wird kein Zug ausgeführt, und Ihre Befehle werden aufbewahrt.
welcome-how = Wie Sie Befehle senden
welcome-write = Antworten Sie auf diesen Brief, oder schreiben Sie mit einem beliebigen Mailprogramm an <b>{ $address }</b>. Einfache Worte, ein Befehl je Zeile.
welcome-write-bars =
    Antworten Sie auf diesen Brief, oder schreiben Sie an { $address },
    mit einem beliebigen Mailprogramm. Einfache Worte, ein Befehl je Zeile.
    Lassen Sie die senkrechten Striche weg.
welcome-ship-head = Ein Schiff
welcome-ship = { $ship } liegt in { $at }. Der Abschnitt eines Schiffes beginnt mit SHIP und seiner Kennung oder seinem Namen.
welcome-ship-help = HELP SHIPS nennt alle Befehle für Schiffe, HELP SEA AREAS die Gewässer, HELP CARGO, wie Brigaden befördert werden.
welcome-march-head = Ein Marsch
welcome-march = { $unit } geht nach { $square }.
welcome-diagonal = Um über eine Ecke zu marschieren, nennen Sie das Feld dahinter: MARCH { $square } führt { $unit } dorthin ({ $way }).
welcome-diagonal-page = Um über eine Ecke zu marschieren, nennen Sie das Feld dahinter: { $order } führt { $unit } dorthin ({ $way }).
welcome-march-length = Ein Marsch führt durch höchstens sechs Felder, jedes neben dem vorigen.
welcome-hold-head = Befehle für eine Einheit
welcome-hold = { $unit } hält die Stellung.
welcome-attack-head = Ein Angriff
welcome-towards = Richtung { $city }
welcome-attack = { $unit } marschiert, geht auf den nächsten Feind los, den sie dort sieht, und kämpft mit aller Kraft. Ohne ATTACK plänkelt sie nur und weicht. Gekämpft wird in den Phasen 1 bis 4; in Phase 5, nach den Märschen, kämpft niemand.
welcome-ford = ENGAGE geht nie über einen Fluss: MOVE über eine Furt, wie in MOVE 7-11 VIA 7-9.
welcome-ford-or-bridge = ENGAGE geht nie über einen Fluss: MOVE über eine Furt oder Brücke, wie in MOVE 7-11 VIA 7-9.
welcome-capture-head = Eine Einnahme
welcome-capture = { $city } liegt in { $square }, bei { $tac } der taktischen Karte. Eine Einheit, die den Ort betritt, nimmt die Stadt, wenn kein Feind sie hält. Zuerst wird marschiert, geben Sie MOVE deshalb eine Phase.
welcome-capture-any = Marschieren Sie in das Feld einer Stadt und mit MOVE an ihren Ort auf der taktischen Karte, mit der PHASE, in der die Einheit dort ist: 3 nach dem ersten Feld eines Marsches, 5 nach den weiteren. Eine Einheit, die den Ort betritt, nimmt die Stadt, wenn kein Feind sie hält. Keine Stadt des Feindes liegt im Bereich eines einfachen Marsches Ihrer Einheiten.
welcome-defend = Um ihre Stellung zu halten, braucht eine Einheit DEFEND oder DEFEND LAST-DITCH; sonst plänkelt sie und weicht. Das gilt auch für eine Besatzung in ihrer Festung.
welcome-defend-page = Um ihre Stellung zu halten, braucht eine Einheit { $defend } oder { $last }; sonst plänkelt sie und weicht. Das gilt auch für eine Besatzung in ihrer Festung.
welcome-receipts = Sie erhalten für jeden Brief eine Quittung: was für jede Einheit gilt, was nicht verstanden wurde und warum. Ein späterer Befehl für eine Einheit ersetzt den früheren. Um einen Brief zu erproben, ohne dass er abgelegt wird, fügen Sie eine Zeile CHECK hinzu.
welcome-other-words = Was Sie noch senden können
welcome-words =
    - HELP: alle Befehle, die es gibt; HELP MARCH: einer davon
    - HELP RULE 7.14: eine Regel des Buches in unseren Worten (englisch); HELP RULE 7: ein Kapitel; HELP RULES: alle
    - SHOW ORDERS: was gilt; STATUS: wie das Spiel steht
    - SET REPORTS: wie Ihre Post kommt; SET REPORTS TEXT: nur als Text, SET REPORTS NO PICTURES: ohne Bilder, und mehr (HELP REPORTS)
    - SET LANGUAGE EN: Ihre Post auf Englisch
welcome-cell-help = alle Befehle, die es gibt; HELP MARCH: einer davon
welcome-cell-rule = eine Regel des Buches in unseren Worten (englisch); HELP RULE 7: ein Kapitel; HELP RULES: alle
welcome-cell-show = was für Ihre Einheiten gilt
welcome-cell-status = wie das Spiel steht
welcome-cell-reports = wie Ihre Post kommt: SET REPORTS TEXT nur als Text, SET REPORTS NO PICTURES ohne Bilder, und mehr (HELP REPORTS)
welcome-command = Sie befehligen <b>{ $count }</b> { $count ->
    [one] Einheit
   *[other] Einheiten
 } und vertreten den Befehlshaber von <b>{ $deputises ->
    [0] keiner anderen
    [one] 1 weiteren
   *[other] { $deputises } weiteren
 }</b>.
welcome-command-ships = Sie befehligen <b>{ $count }</b> { $count ->
    [one] Einheit
   *[other] Einheiten
 } und <b>{ $ships }</b> { $ships ->
    [one] Schiff
   *[other] Schiffe
 } und vertreten den Befehlshaber von <b>{ $deputises ->
    [0] keiner anderen
    [one] 1 weiteren
   *[other] { $deputises } weiteren
 }</b>.
welcome-position = Wo sie stehen, sagt der Lagebericht, der mit dem nächsten Brief kommt.
plain-welcome-password =
    In der nächsten Zeile steht Ihr Passwort. Bewahren Sie diesen Brief auf:
    Das Passwort wird nie wieder gezeigt, und ohne es wird kein Brief befolgt.
plain-welcome-keep = Bewahren Sie diesen Brief auf: Das Passwort wird nie wieder gezeigt, und ohne es wird kein Brief befolgt.
plain-welcome-write =
    Antworten Sie auf diesen Brief, oder schreiben Sie an <b>{ $address }</b>,
    mit einem beliebigen Mailprogramm. Einfache Worte, ein Befehl je Zeile:
plain-welcome-receipts = Lassen Sie die senkrechten Striche weg. Sie erhalten für jeden Brief eine Quittung: was gilt, was nicht verstanden wurde und warum. Um einen Brief zu erproben, ohne dass er abgelegt wird, fügen Sie eine Zeile CHECK hinzu. HELP nennt alle Befehle, SHOW ORDERS, was gilt, STATUS, wie das Spiel steht.
plain-welcome-receipts-page = Schließen Sie mit END. Sie erhalten für jeden Brief eine Quittung: was gilt, was nicht verstanden wurde und warum. Um einen Brief zu erproben, ohne dass er abgelegt wird, fügen Sie eine Zeile CHECK hinzu. HELP nennt alle Befehle, SHOW ORDERS, was gilt, STATUS, wie das Spiel steht.
plain-welcome-command = Sie befehligen <b>{ $count }</b> { $noun ->
    [unit] { $count ->
        [one] Einheit
       *[other] Einheiten
     }
    [ship] { $count ->
        [one] Schiff
       *[other] Schiffe
     }
    [stack] { $count ->
        [one] Verband
       *[other] Verbände
     }
   *[other] ({ $noun })
 }.
plain-welcome-command-deputy = Sie befehligen <b>{ $count }</b> { $noun ->
    [unit] { $count ->
        [one] Einheit
       *[other] Einheiten
     }
    [ship] { $count ->
        [one] Schiff
       *[other] Schiffe
     }
    [stack] { $count ->
        [one] Verband
       *[other] Verbände
     }
   *[other] ({ $noun })
 } und vertreten den Befehlshaber von <b>{ $deputises }</b> weiteren.
plain-welcome-position = Wo alles steht, sagt der Lagebericht, der mit dem nächsten Brief kommt. Was dessen Wörter bedeuten, sagt HELP mit dem Wort; HELP RULES nennt die Regeln.

## Sprachen

language-is-set = { $player }, ab jetzt erhalten Sie Ihre Post auf Deutsch. Befehle und die Berichte der Züge bleiben englisch.

## Warum ein Brief abgewiesen wurde

refused-wrong-password = Dieses Passwort gehört nicht zu diesem Spieler oder dieser Einheit.
refused-too-many-tries = Es waren zu viele falsche Passwörter, oder Ihr Brief lässt offen, von wem er ist: Schreiben Sie die Zeilen PLAYER und PASSWORD einmal, über allem anderen.
refused-no-password = Ihr Brief enthält kein Passwort: Schreiben Sie eine Zeile PASSWORD mit Ihrem Passwort.
refused-orders-in-quote = Die Befehle stehen in dem, was Ihr Mailprogramm als älteren Brief bezeichnet; daraus wird nichts ausgeführt. Schreiben Sie Ihre Befehle mit Ihrem Passwort darüber.
refused-which-game = Ihr Brief sagt nicht, für welches Spiel er ist: Schreiben Sie eine Zeile GAME.
refused-unknown-game = Ein Spiel dieses Namens gibt es hier nicht.
refused-games-conflict = Ihr Brief nennt zwei Spiele: Senden Sie für jedes einen eigenen.
refused-wrong-token = Unter diesem Wort wartet kein Brief: Vielleicht ist er schon freigegeben, oder sein Zug ist geschlossen.
refused-bad-signature = Ihr Brief enthält kein Passwort, und seine OpenPGP-Unterschrift gilt nicht an dessen Stelle.
refused-wrong-signer = Die OpenPGP-Unterschrift ist gültig, aber wer so unterschreibt, hat hier nichts zu befehlen.
refused-stranger = Unter Ihrer Adresse ist hier kein Spieler eingetragen, und Ihr Brief enthält kein Passwort.

## Was ungelesen blieb

unread-quoted = { $count ->
    [one] 1 zitierte Zeile
   *[other] { $count } zitierte Zeilen
 }
unread-signature = { $count ->
    [one] 1 Zeile der Signatur
   *[other] { $count } Zeilen der Signatur
 }
unread-forwarded = { $count ->
    [one] 1 weitergeleitete Zeile
   *[other] { $count } weitergeleitete Zeilen
 }
unread-unsigned = { $count ->
    [one] 1 nicht unterschriebene Zeile
   *[other] { $count } nicht unterschriebene Zeilen
 }
unread-struck = { $count ->
    [one] 1 durchgestrichene Zeile
   *[other] { $count } durchgestrichene Zeilen
 }

## Passwörter

under-turn = { $title }, Zug { $turn }
password-title = Ihr Passwort
password-new = Ihr neues Passwort
password-line =
    { $player }, in der nächsten Zeile steht Ihr Passwort. Bewahren Sie diesen
    Brief auf: Das Passwort wird nie wieder gezeigt, und ohne es wird kein
    Brief befolgt.
password-command = Sie befehligen { $noun ->
    [unit] { $count ->
        [one] 1 Einheit
       *[other] { $count } Einheiten
     }
    [ship] { $count ->
        [one] 1 Schiff
       *[other] { $count } Schiffe
     }
    [stack] { $count ->
        [one] 1 Verband
       *[other] { $count } Verbände
     }
   *[other] { $count } ({ $noun })
 } und vertreten den Befehlshaber von { $deputises ->
    [0] keiner anderen
    [one] 1 weiteren
   *[other] { $deputises } weiteren
 }; die Lage kommt in einem eigenen Brief.
password-orders = { $noun ->
    [unit] Diese Befehle gelten für Ihre Einheiten, bis Sie andere senden oder CANCEL ORDERS:
    [ship] Diese Befehle gelten für Ihre Schiffe, bis Sie andere senden oder CANCEL ORDERS:
    [stack] Diese Befehle gelten für Ihre Verbände, bis Sie andere senden oder CANCEL ORDERS:
   *[other] Diese Befehle gelten ({ $noun }), bis Sie andere senden oder CANCEL ORDERS:
 }
password-no-orders = { $noun ->
    [unit] Für Ihre Einheiten gilt noch kein Befehl.
    [ship] Für Ihre Schiffe gilt noch kein Befehl.
    [stack] Für Ihre Verbände gilt noch kein Befehl.
   *[other] Noch gilt kein Befehl ({ $noun }).
 }
password-reports = SEND REPORT bringt, was zuletzt geschah, und SEND REPORT 1 den Bericht von Zug 1: Die Berichte aller Züge sind für Ihren Platz aufbewahrt.
password-nothing-yet = Noch befehligen Sie nichts: Ein weiterer Brief sagt, was Sie erhalten.
password-head = Ein Brief beginnt mit diesen Zeilen:
password-head-bars = Ein Brief beginnt mit diesen Zeilen, ohne die senkrechten Striche:
password-help = HELP in einem solchen Brief sagt, was Sie darunter schreiben können. Um ein anderes Passwort zu wählen, schreiben Sie NEW PASSWORD und seine Wörter.

## Briefe, die auf das Wort ihres Spielers warten

held-subject = Ein Brief in Ihrem Namen wartet auf Ihr Wort
held-title = Ein Brief wartet auf Ihr Wort
held-yours =
    { $player }, ein Brief mit Ihrem Passwort ist eingegangen:
    { $when }.
held-yours-from =
    { $player }, ein Brief mit Ihrem Passwort ist eingegangen:
    { $when }, von { $from }.
held-of =
    Ein Brief mit dem Passwort von { $player } ist eingegangen:
    { $when }.
held-of-from =
    Ein Brief mit dem Passwort von { $player } ist eingegangen:
    { $when }, von { $from }.
held-why = Er wird zurückgehalten:
held-units = Er würde befehlen: { $units }.
held-confirm = Wenn der Brief von Ihnen ist, antworten Sie auf diesen mit der Zeile
held-not-yours = Wenn nicht, tun Sie nichts und senden Sie NEW PASSWORD: Jemand kennt Ihr Passwort.
held-deadline =
    Ohne ein Wort von Ihnen wird er zum Abgabeschluss abgewiesen:
    { $when }.

## Was andere geändert haben

news-subject = Was andere für Ihre Einheiten geändert haben
news-letter =
    { $player }, ein Brief hat geändert, was für Ihre Einheiten gilt.
    Eingegangen: { $when }.
news-letter-late =
    { $player }, ein Brief hat geändert, was für Ihre Einheiten gilt.
    Eingegangen: { $when }. Er wurde erst jetzt gefunden, kam aber rechtzeitig, und die Zeit des Eingangs zählt.
news-close = { $player }, mit dem Schluss des Zuges hat sich geändert, was für Ihre Einheiten gilt.
news-deadline =
    Senden Sie SHOW ORDERS, um zu sehen, was gilt. Abgabeschluss:
    { $when }.

## Briefe, die zu groß sind

too-large-subject = Ihr Brief war zu groß und wurde nicht gelesen
too-large =
    Ihr Brief, eingegangen { $when }, wurde nicht gelesen:
    Er hat { $bytes } Bytes, und höchstens { $limit } werden gelesen. Nichts darin gilt.
too-large-zone =
    Ihr Brief, eingegangen { $when }
    ({ $utc }), wurde nicht gelesen: Er hat { $bytes } Bytes,
    und höchstens { $limit } werden gelesen. Nichts darin gilt.
too-large-again = Bitte senden Sie die Befehle noch einmal als reinen Text, ohne Bilder und Anhänge.

news-show = Senden Sie SHOW ORDERS, um zu sehen, was gilt.
too-large-word = NICHT GELESEN.

## Warum kein Befehl eines Briefes gilt

shut-over = Befehle werden nicht mehr angenommen.
shut-late = Zug { $turn } ist geschlossen: Ihr Brief ging nach dem Abgabeschluss ein.
shut-closed = Zug { $turn } ist geschlossen: Ihr Brief ging rechtzeitig ein, erreichte uns aber erst, als der Zug geschlossen war.
shut-turn-over = Ihr Brief ist für Zug { $turn }, offen ist Zug { $open }.
shut-turn-far = Ihr Brief ist für Zug { $turn }, offen ist Zug { $open }: Befehle werden nur für den nächsten Zug aufbewahrt.
