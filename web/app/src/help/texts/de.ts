// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  ownRoles:
    'Vier Rollen gibt es immer; „Neue Rolle“ legt eine eigene an, und das Menü einer Rolle kopiert sie. Entfernt wird sie, wenn kein Konto sie mehr hat.',
  accounts: 'Konten und Rollen',
  accounts1:
    'Ein Konto hat eine Rolle und kann auf Gebäude beschränkt sein: Dann sieht es nichts von den anderen. Was eine Rolle darf, steht auf der Seite der Rollen und wirkt sofort.',
  accounts2: 'Das Protokoll sagt, wer was geändert hat und wem etwas verweigert wurde.',
  activity: 'Was heute geschah',
  activity1:
    '„Aktivität“ erzählt, wer kam, ging und sich bewegte, das Neueste zuerst. Filtern Sie nach Person, Bereich oder Tag; ein Klick zeigt den Moment auf dem Lageplan.',
  activity2: '„Rückblick“ auf dem Lageplan spielt jeden Moment der Vergangenheit ab.',
  alerts: 'Auf Warnungen reagieren',
  alerts1:
    'Die Glocke zählt, was offen ist: ein Empfänger, der verstummt ist, eine leere Batterie, ein Bereich mit zu vielen Personen, jemand in einem Bereich mit beschränktem Zutritt. „Quittieren“ sagt den anderen, dass Sie sich darum kümmern.',
  alerts2:
    'Eine Warnung schließt sich von selbst, wenn ihre Ursache behoben ist. Die Seite der Warnungen zeigt auch die vergangenen.',
  alerts3:
    'Was warten kann, stellen Sie in der Glocke für einige Stunden zurück; alle sehen, von wem, und es kommt von selbst wieder. Ein Notfall lässt sich nicht zurückstellen.',
  alerts4:
    'Mit „Übernehmen“ gehört eine Warnung Ihnen; der Pfeil daneben weist sie jemand anderem zu, der eine Nachricht und einen Hinweis bekommt. Alle sehen, wer zuständig ist, und „Meine“ zeigt die Ihren. Sie bleibt offen, bis jemand sie quittiert.',
  all: 'Alle Rollen',
  assets: 'Geräte dort halten, wo sie hingehören',
  assets1:
    'Ein Gerät hat einen Bereich, in den es gehört. Was anderswo gesehen wird, ist markiert, und ein Filter zeigt nur diese; die Seite eines Geräts zeigt auf einem kleinen Plan, wo es war.',
  assets2: '„Importieren“ übernimmt eine Liste aus einer Tabelle und ändert, was schon bekannt ist.',
  batteries: 'Ausweise und Batterien',
  batteries1:
    '„Batterien“ nennt, was bald leer ist, mit dem Tag, auf den die Entladung hinausläuft. Wechseln Sie die Batterie vor diesem Tag, und mit der nächsten Meldung verschwindet sie aus der Liste.',
  batteries2:
    'Ein verlorener Ausweis wird auf der Seite der Ausweise zurückgenommen; wer ihn trug, bleibt im Verzeichnis.',
  board: 'Wer vermisst wird',
  board1:
    'Die Liste beginnt mit einer Zahl: wer nicht erfasst ist. Ausweise, die an einem Sammelplatz gehört werden, erfassen ihre Träger von selbst; für die anderen wählen Sie „Sicher“ oder „Hilfe“, einzeln oder viele zugleich.',
  board2:
    'Neben jedem Namen steht, was bekannt ist: wo die Person zuletzt war, wann, und warum sie vielleicht nicht zu sehen ist. Ein Tippen lässt sich zurücknehmen.',
  calibrate: 'Eine Etage kalibrieren',
  calibrate1:
    'Stellen Sie sich, von der Seite eines Gebäudes aus, mit einem Ausweis an bekannte Punkte, und Rollcall vergleicht, wo es Sie vermutet hat. Eine Korrektur wird mit ihrem Gewinn vorgeschlagen und erst verwendet, wenn Sie sie annehmen. Ohne Rundgang lernt eine Etage auch in einigen Stunden von den Ausweisen der Personen an ihrem Platz; die Seite sagt, wie weit sie ist.',
  connectReceivers: 'Empfänger anschließen',
  connectReceivers1:
    '„Empfänger anschließen“ zeigt die genauen Zeilen für jede Art, mit Adresse und Schlüssel dieses Standorts, und die erste Messung, sobald sie eintrifft. Wer installiert, kann den Empfänger vom Telefon aus platzieren, direkt darunter stehend.',
  connectReceivers2:
    '„Standortplaner“ zeigt, wo Empfänger gut hören würden, bevor ein Loch gebohrt wird. „Signalmonitor“ zeigt, was sie jetzt hören.',
  contacts: 'Kontakte und Anweisungen',
  contacts1:
    'Kontakte werden in ihrer Reihenfolge benachrichtigt, per E-Mail, SMS oder Webhook. Senden Sie ihnen ab und zu eine Testnachricht: Wer nie geantwortet hat, kostet Punkte der Bereitschaft.',
  contacts2:
    'Anweisungen sind das, was Personen für jedes Szenario auf ihrem persönlichen Link lesen. Bestätigen Sie sie einmal im Jahr.',
  drill: 'Eine Übung planen und durchführen',
  drill1: 'Eine Übung läuft wie ein Notfall ab, in Blau und mit dem Wort ÜBUNG; niemand außerhalb wird gerufen.',
  drillStep1: '„Geplante Übungen“: Wählen Sie Tag, Szenario und Gebäude. Wer Bescheid wissen muss, wird erinnert.',
  drillStep2: '„Übung starten“ auf der Seite „Notfall“, wenn der Tag gekommen ist.',
  drillStep3:
    'Erfassen Sie alle auf der Liste, und beenden Sie dann die Übung. Der Bericht ist sofort da, neben denen früherer Übungen.',
  findSomebody: 'Eine Person oder ein Gerät finden',
  findSomebody1:
    'Drücken Sie auf einer beliebigen Seite Strg und K oder die Lupe, und tippen Sie zwei Buchstaben: Personen, Geräte, Bereiche, Ausweise, Empfänger, Seiten, Aktionen und diese Anleitung werden zusammen durchsucht. Die Wahl einer Person öffnet den Lageplan dort, wo sie ist.',
  findSomebody2:
    'Auf dem Lageplan nennt die Liste neben dem Plan alle, die darauf sind. Ein Klick öffnet die Karte mit dem Ort, wie sicher er ist, und dem Weg dorthin.',
  findSomebody3:
    'Die Adresse der Seite merkt sich, wer gewählt ist: Kopieren Sie sie, um einer Kollegin oder einem Kollegen dasselbe zu zeigen. Escape hebt die Wahl auf.',
  forWhom: 'Für wen',
  handOut: 'Ausweise ausgeben',
  handOut1:
    '„Ausweise ausgeben“ nennt Personen ohne Ausweis. Scannen oder tippen Sie die Nummer neben dem Namen, und drücken Sie die Eingabetaste; die nächste Zeile wartet schon. Eine ganze Liste kann aus einer Datei gelesen werden.',
  helpDetail: 'Was die Anleitung zu dieser Seite sagt, und die Tastatur',
  helpWith: 'Hilfe: {title}',
  import: 'Listen importieren',
  import1:
    'Personen, Geräte, Ausweise und Empfänger kommen aus CSV- oder Excel-Dateien. Spalten werden an ihrem Namen erkannt, Fehler in der Vorschau behoben, und was angelegt, geändert und belassen würde, wird gezählt, bevor etwas geschrieben wird. Ein Import lässt sich einen Tag lang rückgängig machen.',
  keyboard: 'Tastatur',
  keyEscape: 'Schließen, was offen ist, oder die Auswahl aufheben',
  keyFind: 'Person oder Gerät auf dieser Etage finden',
  keyFullScreen: 'Vollbild und zurück',
  keyFloors: 'Vorige Etage, nächste Etage',
  keyPause: 'Auf dieser Etage bleiben oder weiterblättern',
  keyHelp: 'Diese Hilfe',
  keyLastPoint: 'Messen: den letzten Punkt zurücknehmen',
  keyMove: 'Den Plan bewegen, wenn er den Fokus hat',
  keySearch: 'Alles durchsuchen',
  keySetPoint: 'Messen und Bearbeiten: einen Punkt in der Mitte des Plans setzen',
  keyTab: 'Nächste Taste, nächstes Feld oder nächster Link; mit Umschalt zurück',
  keyUndo: 'Bearbeiten: rückgängig; mit Umschalt oder Strg und Y: wiederholen',
  keyZoom: 'Näher und weiter weg',
  lists: 'Mit Listen arbeiten',
  lists1:
    'Jede Liste wird über ihren Kopf durchsucht, gefiltert und sortiert, und die Wahl bleibt in der Adresse: Ein Lesezeichen öffnet sie wieder.',
  lists2:
    'Wo viele Zeilen auf einmal geändert werden können, haken Sie sie an; was mit ihnen möglich ist, erscheint über der Liste.',
  lists3:
    '„Ansicht“ über einer Liste wählt ihre Spalten und speichert unter einem Namen, was Sie sehen, mit Filtern und Reihenfolge: Sie finden es mit Ihrem Konto auch auf anderen Geräten.',
  liveOrNot: 'Ist das, was ich sehe, live?',
  liveOrNot1:
    'Die Lampe oben sagt „Live“, solange Positionen eintreffen, und wie lange sie brauchen. Bleiben sie aus, sagt sie es mit der Zeit der letzten; die Seite fragt dann alle zehn Sekunden nach und kehrt von selbst zu „Live“ zurück.',
  liveOrNot2: 'Ohne Netz sagt eine Leiste, was auf diesem Gerät gespeichert ist und von wann es stammt.',
  morning: 'Der Blick am Morgen',
  morning1:
    'Die Übersicht beantwortet, ob alles in Ordnung ist: wie viele Personen am Standort sind, was Aufmerksamkeit braucht, und wie bereit der Standort wäre, wenn es jetzt klingelte. Jede Zahl führt zu ihrer Seite.',
  morning2: '„Wetter“ zeigt die Bedingungen an jedem Gebäude und was die Regeln daraus machen.',
  morning3:
    'Neben den Zahlen hat die Übersicht den Lageplan einer Etage live und die Personen am Standort über den letzten Tag, die letzte Woche, den letzten Monat oder eigene Daten. Der Zeitraum steht in der Adresse, so behalten ihn ein Link und eine gespeicherte Ansicht; wo später erst gezählt wurde, beginnt die Linie dort und sagt es.',
  myList: 'Meine Liste',
  myList1:
    'Wenn es klingelt, öffnen Sie die Liste: Die rote Leiste auf jeder Seite führt dorthin, die Nachricht ebenso.',
  myListStep1:
    'Sagen Sie „Ich kümmere mich“, damit Ihre Stellvertretung nicht kommen muss, oder „Ich kann nicht kommen“.',
  myListStep2:
    '„Meine Liste“ enthält nur die Personen, für die Sie zuständig sind. Tippen Sie auf „Sicher“ für alle, die vor Ihnen stehen; scannen Sie den Ausweis, wenn Sie den Namen nicht kennen.',
  myListStep3: '„Hilfe“ sagt, dass jemand sie braucht; öffnen Sie die Zeile, um zu schreiben, wo und warum.',
  nothingMatches: 'In der Anleitung passt nichts',
  ownAccount: 'Mein Konto und dieses Gerät',
  ownAccount1:
    'Das Menü mit Ihrem Namen führt zu Ihrem Profil: Ihre Rolle, was dieses Gerät für einen Notfall speichert, und ob es bei einem Alarm benachrichtigt wird. Das Passwort ändern Sie im selben Menü.',
  ownAccount2:
    'Dort fügen Sie auch einen zweiten Faktor hinzu: eine Authenticator-App oder einen Passkey, mit dem Sie sich ohne Passwort anmelden.',
  paper: 'Auf Papier',
  paper1:
    'Anwesenheitsliste und Vollzähligkeit werden als Listen mit Kästchen zum Abhaken gedruckt, nach Etage und Abteilung, mit der Druckzeit.',
  pictureOf: 'Die Seite, wie in: {title}',
  readThePlan: 'Den Lageplan lesen',
  readThePlan1:
    'Die Form sagt, wer es ist: ein Kreis Beschäftigte, eine Raute Besucher, ein Sechseck Fremdfirmen, ein Quadrat Geräte. Die Füllung sagt, wie alt der Ort ist: voll ist jetzt, blass bis vor fünf Minuten, hohl ist älter.',
  readThePlan2:
    'Ein Ort ist nie exakt. Im Kreis um die gewählte Person befindet sie sich meistens; ist er groß, suchen Sie auch in den Räumen ringsum.',
  readThePlan3:
    '„Legende“ über dem Plan erklärt jedes Zeichen; „Ebenen“ wählt, was gezeichnet wird. Die Wärmekarte zeigt, wo Personen in den letzten Stunden waren, mit einer Skala in Minuten je Quadratmeter.',
  ready: 'Ist der Standort bereit?',
  ready1:
    '„Wenn es jetzt klingelte“ auf der Seite „Notfall“ ist eine Zahl von 0 bis 100 für jedes Gebäude. Darunter stehen die Gründe, die Punkte kosten, der teuerste zuerst, jeder mit der Seite, auf der er behoben wird.',
  receptionAlarm: 'Bei einem Alarm, am Empfang',
  receptionAlarm1:
    'Jede Seite zeigt die rote Leiste eines Notfalls oder die blaue einer Übung. Nehmen Sie die gedruckte oder gespeicherte Anwesenheitsliste mit: Angemeldete Besucher stehen darauf, mit ihren Gastgebern.',
  report: 'Beenden, und der Bericht',
  report1:
    'Wer einen Notfall beendet, obwohl noch Personen vermisst werden, bekommt sie genannt und wird noch einmal gefragt. Der Bericht enthält die Zeiten, was aus allen wurde, die abgesuchten Bereiche und die Nachrichten; ergänzen Sie Notizen und Lehren, und exportieren Sie ihn.',
  roleAdministrator: 'Verwaltung',
  roleEverybody: 'Alle',
  roleOperator: 'Gebäudebetrieb',
  roleReception: 'Empfang',
  roleSafety: 'Sicherheitsbeauftragte',
  roleWarden: 'Räumungshelfer',
  searchFewer: 'Suchen Sie nach weniger Wörtern oder für alle Rollen.',
  searchFirst: 'Wo zuerst zu suchen ist',
  searchFirst1:
    '„Absuchen“ ordnet die Bereiche danach, wie viele vermisste Personen vermutlich darin sind. Schicken Sie jemanden, markieren Sie den Bereich als in Absuche, dann als abgesucht; die anderen sehen es sofort.',
  searchGuide: 'Anleitung durchsuchen',
  settings: 'Einstellungen, Nachrichten und Speicherung',
  settings1:
    'Die Einstellungen enthalten Name und Zeitzone des Standorts, Schwellen für Warnungen, wie Nachrichten gesendet werden und wie lange alles aufbewahrt wird. Jede Gruppe wird für sich gespeichert.',
  settings2:
    'Sicherungen, Aktualisierungen und Überwachung sind in den Dokumenten beschrieben, die zum Produkt gehören.',
  setUp: 'Einen Standort einrichten',
  setUp1:
    '„Einrichtung“ nennt der Reihe nach, was ein Standort braucht und was noch fehlt. Jeder Schritt kann verlassen und wieder aufgenommen werden.',
  setUpStep1: 'Gebäude und Etagen, jede mit ihrem Plan: ein Bild, ein SVG oder eine Seite eines PDF.',
  setUpStep2: 'Der Maßstab, durch zwei Punkte, deren Abstand Sie kennen.',
  setUpStep3:
    'Bereiche: auf dem Lageplan mit „Bearbeiten“ gezeichnet oder aus den Linien des Plans vorgeschlagen. Kennzeichnen Sie die Sammelplätze. Auch Wände und Türen werden dort gezeichnet oder aus den Bereichen vorgeschlagen; der Plan zeigt sie.',
  setUpStep4: 'Empfänger, dann Personen und Ausweise, dann eine erste Übung.',
  sweep: 'Meinen Bereich absuchen',
  sweep1:
    '„Absuchen“ nennt die Bereiche. Beginnen Sie einen, gehen Sie hindurch, und melden Sie: niemand gefunden, jemand gefunden oder nicht möglich. Wer die Liste ansieht, sieht es sofort.',
  tablet: 'Das Tablet am Eingang',
  tablet1:
    '„Empfangstablets“ auf der Seite der Besuche erstellt einen Link für ein Tablet. Dort geöffnet, begrüßt es Besucher, liest ihre Codes und meldet sie ohne Konto an.',
  trigger: 'Einen Notfall auslösen',
  trigger1:
    '„Notfall auslösen“: Wählen Sie, was und wo es ist, und halten Sie die Taste gedrückt: Ein kurzes Tippen bewirkt nichts. Kontakte und Räumungshelfer werden benachrichtigt, Personen erhalten ihren persönlichen Link, und die Liste öffnet sich.',
  trigger2: 'Aus einer Übung kann auf ihrer Liste Ernst werden; was dort entschieden wurde, bleibt.',
  visitors: 'Besuch empfangen',
  visitors1: 'Wer erwartet wird, wer da ist und wer gegangen ist, steht auf der Seite der Besuche.',
  visitorsStep1: '„Besuch ankündigen“: Name, Gastgeber und Zeit. Der Besuch erhält einen Code.',
  visitorsStep2: 'Bei der Ankunft wählen Sie „Anmelden“, oder der Besuch zeigt dem Tablet seinen Code.',
  visitorsStep3:
    'Geben Sie einen Ausweis aus: Ab dann steht der Besuch auf dem Lageplan und auf jeder Anwesenheitsliste.',
  visitorsStep4: 'Beim Gehen wählen Sie „Abmelden“ und nehmen den Ausweis zurück.',
  wallBoard: 'Eine Wandtafel für die Leitstelle',
  wallBoard1:
    '„Wandtafel“ in der Übersicht füllt einen Bildschirm mit dem, was eine Leitstelle im Blick hat: Personen im Haus nach Gebäude und Etage, Besucher, ausgefallene Empfänger, offene Warnungen, die Uhr und die Lagepläne der Etagen live, einer nach dem anderen. Die Adresse nennt das Gebäude und die Etage, auf der sie bleibt: Legen Sie sie am Rechner des Bildschirms als Lesezeichen ab.',
  wallBoard2:
    'Im Notfall zeigt die Tafel von selbst, wer noch im Haus ist: die Zahl, wo zuerst abzusuchen ist, und alle nach Etage und Bereich; eine Übung sieht ebenso aus, in Blau. Sie sagt, wenn sie nicht live ist, und seit wann.',
  wallBoard3:
    'Sie hält den Bildschirm wach, wo der Browser es kann. Eine Sitzung endet nach einigen Stunden: Die Tafel sagt es eine halbe Stunde vorher. Ein Konto, das nur lesen darf, genügt.',
  wardens: 'Räumungshelfer und Stellvertretung',
  wardens1:
    'Ein Räumungshelfer ist für ein Gebäude, eine Etage, einen Bereich oder eine Abteilung zuständig; Stellvertreter springen in ihrer Reihenfolge ein. Eine Etage ohne Räumungshelfer kostet Punkte der Bereitschaft.',
  wholeGuide: 'Die ganze Anleitung',
  withoutNetwork: 'Ohne Netz',
  withoutNetwork1:
    'Ein Telefon, auf dem Sie angemeldet waren, speichert die Anwesenheitsliste, verschlüsselt mit Ihrem Konto. Ohne Netz öffnet sie sich, zeigt, von wann sie ist, und behält Ihre Eingaben, bis wieder eine Verbindung besteht.',
  withoutNetwork2:
    'Sehen Sie einmal, bevor Sie es brauchen, unter „Dieses Gerät“ in Ihrem Profil nach: Dort steht, was gespeichert ist.',
} satisfies Same<typeof en>
