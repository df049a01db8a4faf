# Ce que disent les lettres de la maison en français. docs/translating.md dit comment ces fichiers sont écrits.
#
# On vouvoie. Mots du terrain : brigade, ordre, tour, quartier général. Les mots en CAPITALES sont écrits par les joueurs et
# restent anglais. Les espaces devant : ; ! ? et dans « » sont insécables (U+00A0).

## Moments

weekday-1 = lundi
weekday-2 = mardi
weekday-3 = mercredi
weekday-4 = jeudi
weekday-5 = vendredi
weekday-6 = samedi
weekday-7 = dimanche
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
day-of-month = { $day ->
    [1] 1er
   *[other] { $day }
 }
time-of-day = { $hour } h { $minute }
time-of-day-seconds = { $hour } h { $minute } min { $second } s
moment = { $weekday } { $day } { $month } { $year } à { $time } { $zone }
moment-short = { $day } { $month } { $year } à { $time } { $zone }
zone-cet = CET
zone-cest = CEST
span-days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
 }
span-hours = { $count ->
    [one] { $count } heure
   *[other] { $count } heures
 }
span-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
 }
span-none = moins d'une minute
and = et
rhythm-week = chaque { $days } à { $time }
rhythm-days = { $days ->
    [one] chaque jour à { $time }
   *[other] tous les { $days } jours à { $time }
 }

## Ce que plusieurs lettres ont en commun

under-turn-player = { $title }, tour { $turn }, { $player }
colon = {" "}:
your-password = votre mot de passe
your-name = votre-nom
password-word = Votre mot de passe :
right = { $right ->
    [commander] commandant
    [deputy] adjoint
    [minister] ministre
   *[other] { $right }
 }
look-at = À VOIR :
line = ligne { $line } :
line-column = ligne { $line }, à partir de la colonne { $column } :
letter-as-a-whole = la lettre dans son ensemble :
did-you-mean = Vouliez-vous dire :
deadline-word = Date limite :
deadline-is =
    Date limite du tour { $turn } :
    { $when }.
last-word = Dernière réponse d'aujourd'hui.
last-today = C'est la dernière réponse de ce genre que vous recevrez aujourd'hui. Vos lettres sont toujours lues et exécutées ; SHOW ORDERS dira ensuite ce qui est en vigueur.
last-until = C'est la dernière réponse de ce genre que vous recevrez avant { $until }. Vos lettres sont toujours lues et exécutées ; SHOW ORDERS dira ensuite ce qui est en vigueur.
as-things-stand = En l'état
if-silent = Si vous n'envoyez rien, en l'état :
reading-head = Comment votre lettre a été lue
who-else = Les autres joueurs
by-the-machine = joué par l'ordinateur

## Accusés de réception

receipt = Accusé de réception
receipt-checked = Vérifié, non enregistré
receipt-title = { $title } : accusé de réception, tour { $turn }
count-errors = { $count ->
    [one] { $count } erreur
   *[other] { $count } erreurs
 }
count-fail = { $count ->
    [one] { $count } ordre échoue
   *[other] { $count } ordres échouent
 }
count-may-fail = { $count ->
    [one] { $count } incertain
   *[other] { $count } incertains
 }
count-warnings = { $count ->
    [one] { $count } avertissement
   *[other] { $count } avertissements
 }
receipt-received =
    { $title }, tour { $turn }. { $player }, votre lettre a été reçue :
    { $when }.
receipt-received-page = Votre lettre a été reçue : { $when }.
receipt-also = C'est la lettre { $letter }. Cet accusé de réception vaut aussi pour les lettres suivantes, auxquelles il n'avait pas encore été répondu :
receipt-also-received = reçue { $when } :
receipt-also-units = { $offices ->
    [0] tout est enregistré, pour <b>{ $units }</b>
   *[other] tout est enregistré, pour <b>{ $units }</b> et pour vos charges
 }
receipt-also-offices = tout est enregistré, pour vos charges
receipt-also-nothing = comprise ; elle ne contenait pas d'ordre
receipt-letter = (Lettre { $letter }.)
receipt-nothing-filed = RIEN N'A ÉTÉ ENREGISTRÉ :
receipt-check = C'était un essai : rien n'a été enregistré. Voici ce qui se serait passé.
receipt-look-at = { $count ->
    [one] { $count } POINT À VOIR : il est signalé plus bas par NON ou À VOIR.
   *[other] { $count } POINTS À VOIR : ils sont signalés plus bas par NON ou À VOIR.
 }
receipt-to-look-at = { $count ->
    [one] { $count } POINT À VOIR.
   *[other] { $count } POINTS À VOIR.
 }
receipt-marked-so = { $count ->
    [one] Il est signalé plus bas.
   *[other] Ils sont signalés plus bas.
 }
receipt-fail = { $count ->
    [one] { $count } ORDRE ÉCHOUE en l'état
   *[other] { $count } ORDRES ÉCHOUENT en l'état
 }
receipt-may-fail = { $count ->
    [one] { $count } ORDRE PEUT ÉCHOUER
   *[other] { $count } ORDRES PEUVENT ÉCHOUER
 }
receipt-may-too = { $count ->
    [one] { $count } PEUT ÉCHOUER
   *[other] { $count } PEUVENT ÉCHOUER
 }
receipt-warnings = { $count ->
    [one] { $count } AVERTISSEMENT
   *[other] { $count } AVERTISSEMENTS
 }
receipt-marked = Ce qui est signalé par ! plus bas est enregistré tout de même.
receipt-marked-page = Ce qui est signalé par un point d'exclamation est enregistré tout de même.
receipt-read-is-filed = Ce qui a été lu est enregistré.
receipt-not-all-read = Tout ce qui ressemble à un ordre n'a pas été lu : voir plus bas.
receipt-all-filed = Tout est enregistré.
receipt-all-understood = Chaque ordre de votre lettre a été compris.
receipt-done = Fait.
receipt-conditional = En l'état veut dire : personne d'autre ne bouge, et seuls comptent ceux que montre votre dernier rapport.
receipt-not-as-written = NON, pas comme vous l'avez écrit
orders-default = Ordres par défaut
orders-would-stand = Serait en vigueur
orders-stand = En vigueur
orders-from = de { $name }
receipt-replaces = Cela remplace l'ordre précédent.
receipt-replaces-of = Cela remplace l'ordre de { $name }.
receipt-replaces-received = Cela remplace l'ordre reçu { $when }.
receipt-replaces-of-received = Cela remplace l'ordre de { $name } reçu { $when }.
receipt-no-longer = N'est plus en vigueur :
offices-head = Ordres de vos charges
office-accepted = Accepté
office-not-accepted = REFUSÉ
lines-to-look-at = Lignes à voir
changed-by-others = Changé par d'autres depuis votre dernière lettre
left-unread = Non lu : { $words }.
no-order-any-more = Plus aucun ordre n'est accepté : { $why }.

## SHOW ORDERS et STATUS

standing-head = Ce qui est à vous et les ordres en vigueur
standing-you = vous : { $right ->
    [commander] commandant
    [deputy] adjoint
    [minister] ministre
   *[other] { $right }
 }
standing-by = ordre de { $name }
standing-none = pas d'ordre
standing-default = Par défaut :
standing-offices = Ordres de vos charges en vigueur
status-head = Où en est la partie
status-open = Le tour { $turn } est ouvert aux ordres.
status-open-between = Le tour { $turn } est ouvert : { $between }.
status-closed = Le tour { $turn } est clos.
status-command = Vous commandez { $noun ->
    [unit] { $count ->
        [one] { $count } unité
       *[other] { $count } unités
     }
    [ship] { $count ->
        [one] { $count } navire
       *[other] { $count } navires
     }
    [stack] { $count ->
        [one] { $count } armée
       *[other] { $count } armées
     }
   *[other] { $count } ({ $noun })
 } et êtes l'adjoint du commandant pour { $deputises ->
    [0] aucune autre
    [one] { $deputises } autre
   *[other] { $deputises } autres
 }.
status-offices = Vos charges : { $offices }.
status-without-orders = Sans ordre : { $units }.
status-none-ordered = { $noun ->
    [unit] Aucune unité n'y reçoit d'ordre.
    [ship] Aucun navire n'y reçoit d'ordre.
    [stack] Aucune armée n'y reçoit d'ordre.
   *[other] Rien n'y est ordonné ({ $noun }).
 }
status-all-ordered = { $noun ->
    [unit] Toutes vos unités ont des ordres.
    [ship] Tous vos navires ont des ordres.
    [stack] Toutes vos armées ont des ordres.
   *[other] Tous ont des ordres ({ $noun }).
 }
if-silent-stay = Si vous n'envoyez rien, en l'état, elles restent sur place ; on n'en prévoit rien d'autre.
status-aims = L'enjeu
status-address = Les réponses vont à { $address }.
status-wishes = Votre courrier, dans les mots de SET REPORTS : { $wishes }.
turn-cell = Tour
status-cell-open = { $turn }, ouvert aux ordres
status-cell-between = { $turn }, ouvert : { $between }
status-cell-closed = { $turn }, clos
status-cell-command = Vous commandez
status-cell-commands = { $noun ->
    [unit] { $count ->
        [one] { $count } unité
       *[other] { $count } unités
     }
    [ship] { $count ->
        [one] { $count } navire
       *[other] { $count } navires
     }
    [stack] { $count ->
        [one] { $count } armée
       *[other] { $count } armées
     }
   *[other] { $count } ({ $noun })
 } ; comme adjoint, { $deputises ->
    [0] aucune
    [one] { $deputises } autre
   *[other] { $deputises } autres
 }
status-cell-offices = Vos charges
status-cell-without = Sans ordre
status-cell-all-ordered = { $noun ->
    [unit] aucune : toutes vos unités ont des ordres
    [ship] aucun : tous vos navires ont des ordres
    [stack] aucune : toutes vos armées ont des ordres
   *[other] rien : tous ont des ordres ({ $noun })
 }
status-cell-none-ordered = { $noun ->
    [unit] aucune : aucune unité n'y reçoit d'ordre
    [ship] aucun : aucun navire n'y reçoit d'ordre
    [stack] aucune : aucune armée n'y reçoit d'ordre
   *[other] rien : rien n'y est ordonné ({ $noun })
 }
status-cell-over = plus aucun ordre n'est accepté
status-cell-silent = Si vous n'envoyez rien, en l'état
status-cell-address = Les réponses vont à
status-cell-seat = Votre place

## Lettres refusées en entier

refusal-subject = Votre lettre à Fieldpost n'a pas été exécutée
refusal-head = Votre lettre n'a pas été exécutée
refused = REFUSÉE :
help-subject = Fieldpost : aide
help-head = Aide
refusal-games = Vos parties : <b>{ $games }</b>.
refusal-example = Rien de la lettre n'a été enregistré. Une lettre d'ordres se présente ainsi :
refusal-example-of = Dans { $game } :
refusal-bars = (sans les barres).
refusal-help = Une lettre qui ne contient que la ligne HELP reçoit en réponse tous les ordres possibles.
refusal-lost = Si vous avez perdu votre mot de passe, écrivez à <b>{ $host }</b>, qui peut vous en faire envoyer un nouveau.

## Rappels

reminder-subject = { $count ->
    [one] { $count } unité est sans ordre
   *[other] { $count } unités sont sans ordre
 }
reminder-title = Unités sans ordre
reminder-deadline =
    { $player }, la date limite du tour { $turn } de « { $title } » est
    { $when }.
reminder-left = Temps restant : { $left }.
reminder-units = { $count ->
    [one] Cette unité n'a pas encore d'ordre de vous :
   *[other] Ces unités n'ont pas encore d'ordre de vous :
 }
reminder-deployment = C'est un tour de déploiement : les unités sont placées, elles ne marchent pas (règle 7.17). Une unité sans ordre reste où elle est. Si c'est ce que vous voulez, vous n'avez rien à faire.
reminder-place = Pour en placer une dans une case de votre nation, répondez à cette lettre :
reminder-land = Une unité sans ordre reste où elle est et suit la règle 6.9 : elle escarmouche, aide les amis proches et se ravitaille.
reminder-ships = Un navire sans ordre reste où il est, accepte le contact et la bataille (WISC 4.11) et remplit ses soutes au port.
reminder-nothing = Si c'est ce que vous voulez, vous n'avez rien à faire.
reminder-order = Pour leur donner des ordres, répondez à cette lettre :
reminder-end =
    N'écrivez pas les barres. STATUS dit à tout moment quelles unités sont
    sans ordre. Si vous ne voulez pas de rappels, envoyez une lettre avec la
    ligne SET REPORTS NO REMINDERS (et PLAYER et PASSWORD).
reminder-end-page = STATUS dit à tout moment quelles unités sont sans ordre. Si vous ne voulez pas de rappels, envoyez une lettre avec la ligne SET REPORTS NO REMINDERS (et PLAYER et PASSWORD).
cell-unit = Unité
cell-where = Où
cell-near = Près de
plain-reminder-subject = { $count } sans ordre
nothing-sent = Rien n'a encore été envoyé
awaited = Attendu de vous maintenant :
plain-reminder-idle = Vous n'avez pas encore envoyé d'ordre pour
plain-reminder-nothing-yet = Vous n'avez encore rien envoyé. Si c'est ce que vous voulez, vous n'avez rien à faire.
plain-reminder-order = Pour donner des ordres, répondez à cette lettre :
plain-reminder-end =
    N'écrivez pas les barres. Si vous ne voulez pas de rappels, envoyez une
    lettre avec la ligne SET REPORTS NO REMINDERS (et PLAYER et PASSWORD).
plain-reminder-end-page = Si vous ne voulez pas de rappels, envoyez une lettre avec la ligne SET REPORTS NO REMINDERS (et PLAYER et PASSWORD).

## Lettres de bienvenue

welcome-subject = Bienvenue dans { $title }
welcome = Bienvenue, { $player } !
welcome-side = Votre nation dans « { $title } » : { $nation }.
welcome-side-the = Votre nation dans « { $title } » : { $nation }.
welcome-password =
    Votre mot de passe est à la ligne suivante. Gardez cette lettre : le mot
    de passe ne sera plus jamais montré, et sans lui vos unités n'obéissent à
    aucune lettre.
welcome-keep = Gardez cette lettre : le mot de passe ne sera plus jamais montré, et sans lui vos unités n'obéissent à aucune lettre.
welcome-deadline =
    Un tour se joue { $schedule }. La première date limite est
    { $when }.
welcome-waits = La partie attend son début : tant que l'arbitre ne l'a pas ouverte, aucun tour n'est joué, et les ordres que vous envoyez sont gardés.
welcome-how = Comment envoyer des ordres
welcome-write = Répondez à cette lettre, ou écrivez à <b>{ $address }</b> avec n'importe quel logiciel de courrier. Des mots simples, un ordre par ligne.
welcome-write-bars =
    Répondez à cette lettre, ou écrivez à { $address }
    avec n'importe quel logiciel de courrier. Des mots simples, un ordre par
    ligne. N'écrivez pas les barres.
welcome-ship-head = Un navire
welcome-ship = { $ship } se trouve à { $at }. Le bloc d'un navire commence par SHIP et son identifiant ou son nom.
welcome-ship-help = HELP SHIPS donne tous les ordres des navires, HELP SEA AREAS les eaux, HELP CARGO le transport des brigades.
welcome-march-head = Une marche
welcome-march = { $unit } va à { $square }.
welcome-diagonal = Pour passer par un coin, nommez la case située au-delà : MARCH { $square } y mène { $unit } ({ $way }).
welcome-diagonal-page = Pour passer par un coin, nommez la case située au-delà : { $order } y mène { $unit } ({ $way }).
welcome-march-length = Une marche compte six cases au plus, chacune à côté de la précédente.
welcome-hold-head = Ordres d'une unité
welcome-hold = { $unit } tient sa position.
welcome-attack-head = Une attaque
welcome-towards = vers { $city }
welcome-attack = { $unit } marche, se porte sur l'ennemi le plus proche qu'elle y voit et se bat de toutes ses forces. Sans ATTACK elle ne fait qu'escarmoucher, et cède. On se bat dans les phases 1 à 4 ; dans la phase 5, après les marches, personne ne se bat.
welcome-ford = ENGAGE ne franchit jamais une rivière : prenez un gué avec MOVE, comme dans MOVE 7-11 VIA 7-9.
welcome-ford-or-bridge = ENGAGE ne franchit jamais une rivière : prenez un gué ou un pont avec MOVE, comme dans MOVE 7-11 VIA 7-9.
welcome-capture-head = Une prise
welcome-capture = { $city } se trouve en { $square }, à { $tac } de sa carte tactique. Une unité qui y entre prend la ville, à moins qu'un ennemi ne la tienne. La marche vient d'abord : donnez donc une phase à MOVE.
welcome-capture-any = marchez dans la case d'une ville, puis avec MOVE à sa place sur la carte tactique, avec la PHASE où l'unité y est : 3 après la première case d'une marche, 5 après les suivantes. Une unité qui y entre prend la ville, à moins qu'un ennemi ne la tienne. Aucune ville ennemie n'est à portée d'une simple marche de vos unités.
welcome-defend = Pour tenir sa position, une unité a besoin de DEFEND ou de DEFEND LAST-DITCH ; sinon elle escarmouche et cède. Il en va de même d'une garnison dans son fort.
welcome-defend-page = Pour tenir sa position, une unité a besoin de { $defend } ou de { $last } ; sinon elle escarmouche et cède. Il en va de même d'une garnison dans son fort.
welcome-receipts = Chaque lettre reçoit un accusé de réception : ce qui est en vigueur pour chaque unité, ce qui n'a pas été compris, et pourquoi. Un nouvel ordre remplace le précédent de la même unité. Pour essayer une lettre sans qu'elle soit enregistrée, ajoutez une ligne CHECK.
welcome-other-words = Ce que vous pouvez encore envoyer
welcome-words =
    - HELP : tous les ordres possibles ; HELP MARCH : l'un d'eux
    - HELP RULE 7.14 : une règle du livre dans nos propres mots (en anglais) ; HELP RULE 7 : un chapitre ; HELP RULES : toutes
    - SHOW ORDERS : ce qui est en vigueur ; STATUS : où en est la partie
    - SET REPORTS : la forme de votre courrier ; SET REPORTS TEXT : texte seul, SET REPORTS NO PICTURES : sans images, et plus (HELP REPORTS)
    - SET LANGUAGE EN : votre courrier en anglais
welcome-cell-help = tous les ordres possibles ; HELP MARCH : l'un d'eux
welcome-cell-rule = une règle du livre dans nos propres mots (en anglais) ; HELP RULE 7 : un chapitre ; HELP RULES : toutes
welcome-cell-show = ce qui est en vigueur pour vos unités
welcome-cell-status = où en est la partie
welcome-cell-reports = la forme de votre courrier : SET REPORTS TEXT pour le texte seul, SET REPORTS NO PICTURES sans images, et plus (HELP REPORTS)
welcome-command = Vous commandez <b>{ $count }</b> { $count ->
    [one] unité
   *[other] unités
 } et êtes l'adjoint du commandant pour <b>{ $deputises ->
    [0] aucune autre
    [one] { $deputises } autre
   *[other] { $deputises } autres
 }</b>.
welcome-command-ships = Vous commandez <b>{ $count }</b> { $count ->
    [one] unité
   *[other] unités
 } et <b>{ $ships }</b> { $ships ->
    [one] navire
   *[other] navires
 } et êtes l'adjoint du commandant pour <b>{ $deputises ->
    [0] aucune autre
    [one] { $deputises } autre
   *[other] { $deputises } autres
 }</b>.
welcome-position = Le rapport de position, qui vient dans la lettre suivante, dit où elles se trouvent.
plain-welcome-password =
    Votre mot de passe est à la ligne suivante. Gardez cette lettre : le mot
    de passe ne sera plus jamais montré, et sans lui aucune lettre n'est
    exécutée.
plain-welcome-keep = Gardez cette lettre : le mot de passe ne sera plus jamais montré, et sans lui aucune lettre n'est exécutée.
plain-welcome-write =
    Répondez à cette lettre, ou écrivez à <b>{ $address }</b>
    avec n'importe quel logiciel de courrier. Des mots simples, un ordre par
    ligne :
plain-welcome-receipts = N'écrivez pas les barres. Chaque lettre reçoit un accusé de réception : ce qui est en vigueur, ce qui n'a pas été compris, et pourquoi. Pour essayer une lettre sans qu'elle soit enregistrée, ajoutez une ligne CHECK. HELP donne tous les ordres, SHOW ORDERS ce qui est en vigueur, STATUS où en est la partie.
plain-welcome-receipts-page = Terminez par END. Chaque lettre reçoit un accusé de réception : ce qui est en vigueur, ce qui n'a pas été compris, et pourquoi. Pour essayer une lettre sans qu'elle soit enregistrée, ajoutez une ligne CHECK. HELP donne tous les ordres, SHOW ORDERS ce qui est en vigueur, STATUS où en est la partie.
plain-welcome-command = Vous commandez <b>{ $count }</b> { $noun ->
    [unit] { $count ->
        [one] unité
       *[other] unités
     }
    [ship] { $count ->
        [one] navire
       *[other] navires
     }
    [stack] { $count ->
        [one] armée
       *[other] armées
     }
   *[other] ({ $noun })
 }.
plain-welcome-command-deputy = Vous commandez <b>{ $count }</b> { $noun ->
    [unit] { $count ->
        [one] unité
       *[other] unités
     }
    [ship] { $count ->
        [one] navire
       *[other] navires
     }
    [stack] { $count ->
        [one] armée
       *[other] armées
     }
   *[other] ({ $noun })
 } et êtes l'adjoint du commandant pour <b>{ $deputises }</b> autres.
plain-welcome-position = Le rapport de position, qui vient dans la lettre suivante, dit où tout se trouve. HELP suivi d'un mot en dit le sens ; HELP RULES donne les règles.

## Langues

language-is-set = { $player }, vous recevez désormais votre courrier en français. Les ordres et les rapports de tour restent en anglais.

## Pourquoi une lettre a été refusée

refused-wrong-password = Ce mot de passe n'est pas celui de ce joueur ou de cette unité.
refused-too-many-tries = Il y a eu trop de mots de passe faux, ou votre lettre ne dit pas clairement de qui elle vient : écrivez une seule fois les lignes PLAYER et PASSWORD, au-dessus de tout le reste.
refused-no-password = Votre lettre ne contient pas de mot de passe : écrivez une ligne PASSWORD avec votre mot de passe.
refused-orders-in-quote = Des ordres se trouvent dans ce que votre logiciel de courrier marque comme une lettre antérieure, dont rien n'est exécuté : écrivez vos ordres au-dessus, avec votre mot de passe.
refused-which-game = Votre lettre ne dit pas de quelle partie il s'agit : écrivez une ligne GAME.
refused-unknown-game = Aucune partie de ce nom ne se joue ici.
refused-games-conflict = Votre lettre nomme deux parties : envoyez une lettre pour chacune.
refused-wrong-token = Aucune lettre n'attend sous ce mot : elle a peut-être déjà été libérée, ou son tour est clos.
refused-bad-signature = Votre lettre ne contient pas de mot de passe, et sa signature OpenPGP ne peut en tenir lieu.
refused-wrong-signer = La signature OpenPGP est bonne, mais son auteur n'a pas d'ordres à donner ici.
refused-stranger = Aucun joueur n'est inscrit ici sous votre adresse, et votre lettre ne contient pas de mot de passe.

## Ce qui n'a pas été lu

unread-quoted = { $count ->
    [one] { $count } ligne citée
   *[other] { $count } lignes citées
 }
unread-signature = { $count ->
    [one] { $count } ligne de signature
   *[other] { $count } lignes de signature
 }
unread-forwarded = { $count ->
    [one] { $count } ligne transférée
   *[other] { $count } lignes transférées
 }
unread-unsigned = { $count ->
    [one] { $count } ligne non signée
   *[other] { $count } lignes non signées
 }
unread-struck = { $count ->
    [one] { $count } ligne barrée
   *[other] { $count } lignes barrées
 }

## Mots de passe

under-turn = { $title }, tour { $turn }
password-title = Votre mot de passe
password-new = Votre nouveau mot de passe
password-line =
    { $player }, votre mot de passe est à la ligne suivante. Gardez cette
    lettre : il ne sera plus jamais montré, et sans lui aucune lettre n'est
    exécutée.
password-command = Vous commandez { $noun ->
    [unit] { $count ->
        [one] { $count } unité
       *[other] { $count } unités
     }
    [ship] { $count ->
        [one] { $count } navire
       *[other] { $count } navires
     }
    [stack] { $count ->
        [one] { $count } armée
       *[other] { $count } armées
     }
   *[other] { $count } ({ $noun })
 } et êtes l'adjoint du commandant pour { $deputises ->
    [0] aucune autre
    [one] { $deputises } autre
   *[other] { $deputises } autres
 } ; la position vient dans une lettre à part.
password-orders = { $noun ->
    [unit] Ces ordres sont en vigueur pour vos unités, jusqu'à ce que vous en envoyiez d'autres ou CANCEL ORDERS :
    [ship] Ces ordres sont en vigueur pour vos navires, jusqu'à ce que vous en envoyiez d'autres ou CANCEL ORDERS :
    [stack] Ces ordres sont en vigueur pour vos armées, jusqu'à ce que vous en envoyiez d'autres ou CANCEL ORDERS :
   *[other] Ces ordres sont en vigueur ({ $noun }), jusqu'à ce que vous en envoyiez d'autres ou CANCEL ORDERS :
 }
password-no-orders = { $noun ->
    [unit] Aucun ordre n'est encore en vigueur pour vos unités.
    [ship] Aucun ordre n'est encore en vigueur pour vos navires.
    [stack] Aucun ordre n'est encore en vigueur pour vos armées.
   *[other] Aucun ordre n'est encore en vigueur ({ $noun }).
 }
password-reports = SEND REPORT envoie ce qui s'est passé en dernier, et SEND REPORT 1 le rapport du tour 1 : ceux de tous les tours sont gardés pour votre place.
password-nothing-yet = Vous ne commandez rien encore : une autre lettre dira ce que vous recevez.
password-head = Une lettre commence par ces lignes :
password-head-bars = Une lettre commence par ces lignes, sans les barres :
password-help = HELP dans une telle lettre dit tout ce que vous pouvez écrire dessous. Pour choisir un autre mot de passe, écrivez NEW PASSWORD et ses mots.

## Lettres qui attendent le mot de leur joueur

held-subject = Une lettre en votre nom attend votre accord
held-title = Une lettre attend votre accord
held-yours =
    { $player }, une lettre avec votre mot de passe a été reçue :
    { $when }.
held-yours-from =
    { $player }, une lettre avec votre mot de passe a été reçue :
    { $when }, de { $from }.
held-of =
    Une lettre avec le mot de passe de { $player } a été reçue :
    { $when }.
held-of-from =
    Une lettre avec le mot de passe de { $player } a été reçue :
    { $when }, de { $from }.
held-why = Elle est retenue :
held-units = Elle donnerait des ordres à : { $units }.
held-confirm = Si la lettre est de vous, répondez à celle-ci par la ligne
held-not-yours = Sinon, ne faites rien et envoyez NEW PASSWORD : quelqu'un connaît votre mot de passe.
held-deadline =
    Sans un mot de vous, elle sera refusée à la date limite :
    { $when }.

## Ce que d'autres ont changé

news-subject = Ce que d'autres ont changé pour vos unités
news-letter =
    { $player }, une lettre a changé ce qui est en vigueur pour vos unités.
    Reçue { $when }.
news-letter-late =
    { $player }, une lettre a changé ce qui est en vigueur pour vos unités.
    Reçue { $when }. Elle n'a été trouvée que maintenant, mais elle est arrivée à temps, et c'est l'heure de réception qui compte.
news-close = { $player }, la clôture du tour a changé ce qui est en vigueur pour vos unités.
news-deadline =
    Envoyez SHOW ORDERS pour voir tout ce qui est en vigueur. Date limite :
    { $when }.

## Lettres trop grandes

too-large-subject = Votre lettre était trop grande pour être lue
too-large =
    Votre lettre, reçue { $when }, n'a pas été lue : elle compte
    { $bytes } octets, et on en lit au plus { $limit }. Rien n'en est retenu.
too-large-zone =
    Votre lettre, reçue { $when }
    ({ $utc }), n'a pas été lue : elle compte { $bytes } octets,
    et on en lit au plus { $limit }. Rien n'en est retenu.
too-large-again = Veuillez renvoyer les ordres en texte simple, sans images ni pièces jointes.

news-show = Envoyez SHOW ORDERS pour voir tout ce qui est en vigueur.
too-large-word = NON LUE.

## Pourquoi aucun ordre d'une lettre ne compte

shut-over = Plus aucun ordre n'est accepté.
shut-late = Le tour { $turn } est clos : votre lettre a été reçue après la date limite.
shut-closed = Le tour { $turn } est clos : votre lettre a été reçue à temps, mais ne nous est parvenue qu'après la clôture.
shut-turn-over = Votre lettre est pour le tour { $turn }, et c'est le tour { $open } qui est ouvert.
shut-turn-far = Votre lettre est pour le tour { $turn }, et c'est le tour { $open } qui est ouvert : des ordres ne sont gardés que pour le tour suivant.
