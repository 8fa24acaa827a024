// English texts of this folder; web/app/LANGUAGES.md says how one is added.
export const texts = {
  ownRoles:
    'Four roles are always there; “New role” makes one of your own, and the menu of a role copies it. It is removed when no account has it any more.',
  accounts: 'Accounts and roles',
  accounts1:
    'An account has one role, and may be limited to buildings: then it sees nothing of the others. What a role may do stands on the page of roles and works at once.',
  accounts2: 'The audit log says who changed what, and who was refused.',
  activity: 'What happened today',
  activity1:
    'Activity tells who came, went and moved, newest first. Filter it by person, zone or day; a click shows the moment on the floor plan.',
  activity2: 'History on the floor plan plays any moment of the past back.',
  alerts: 'Answer alerts',
  alerts1:
    'The bell counts what is open: a receiver that fell silent, a flat battery, a zone with too many people, somebody in a restricted zone. Acknowledge tells the others that you deal with it.',
  alerts2: 'An alert closes by itself when its cause is gone. The page of alerts shows those that are over, too.',
  alerts3:
    'What can wait is put off from the bell for some hours; everybody sees by whom, and it comes back by itself. An emergency cannot be put off.',
  alerts4:
    'Tap “Take it” and an alert is yours; the arrow beside it gives it to somebody else, who gets a message and a note. Everybody sees whose it is, and “Mine” lists yours. It stays open until somebody acknowledges it.',
  all: 'All',
  assets: 'Keep assets where they belong',
  assets1:
    'An asset has a zone that it belongs in. What is seen elsewhere is marked, and a filter shows only those; the page of an asset shows on a small plan where it was.',
  assets2: 'Import brings a list from a spreadsheet and changes what is known already.',
  batteries: 'Badges and batteries',
  batteries1:
    'Batteries lists what will be flat soon, with the day that its discharge leads to. Change a battery before that day, and the list forgets it with the next report.',
  batteries2: 'A badge that is lost is taken back on the page of badges; whoever carried it stays in the register.',
  board: 'Who is missing',
  board1:
    'The muster board begins with one number: who is not accounted for. Badges heard at a muster point account for people by themselves; for the others choose Safe or Help, one by one or many at once.',
  board2:
    'Beside each name stands what is known: where they were last, when, and why they may not be seen. A tap can be taken back.',
  calibrate: 'Calibrate a floor',
  calibrate1:
    'Stand at known points with a badge, on the page of a building, and Rollcall compares where it thought you were. A correction is proposed with how much better it is, and used only when you accept it. Without walking, a floor also learns over some hours from badges of people at their places; that page says how far it is.',
  connectReceivers: 'Connect receivers',
  connectReceivers1:
    'Connect receivers shows the exact lines for each kind, with the address and the key of this site, and the first reading as it arrives. The installer may place it from a phone, standing below it.',
  connectReceivers2:
    'Placement planner shows where receivers would hear well before a hole is drilled. Signal monitor shows what they hear now.',
  contacts: 'Contacts and instructions',
  contacts1:
    'Contacts are told in their order, by mail, text message or webhook. Send each of them a test now and then: who never answered one costs points of readiness.',
  contacts2: 'Instructions are what people read on their personal link, for each scenario. Confirm them once a year.',
  drill: 'Plan and hold a drill',
  drill1: 'A drill works as an emergency does, in blue and with the word DRILL; nobody outside is called.',
  drillStep1: 'Planned drills: choose the day, the scenario and the buildings. Whoever must know is reminded.',
  drillStep2: 'Start a drill, on the page Emergency, when the day has come.',
  drillStep3:
    'Account for everybody on the board, then end it. The report is there at once, beside those of earlier drills.',
  findSomebody: 'Find a person or an asset',
  findSomebody1:
    'Press Ctrl and K on any page, or the magnifying glass, and type two letters: people, assets, zones, badges, receivers, pages, actions and this guide are searched together. Choosing a person opens the floor plan where they are.',
  findSomebody2:
    'On the floor plan, the list beside the plan names everybody who is on it. A click opens the card with the place, how sure it is, and the way they came.',
  findSomebody3:
    'The address of the page keeps whoever is chosen: copy it to show a colleague the same. Escape lets go of them.',
  forWhom: 'For whom',
  handOut: 'Hand out badges',
  handOut1:
    'Hand out badges lists people without one. Scan or type the number beside the name and press Enter; the next line waits already. A whole list can be read from a file.',
  helpDetail: 'What the guide says about this page, and the keyboard',
  helpWith: 'Help: {title}',
  import: 'Import lists',
  import1:
    'People, assets, badges and receivers come from CSV or Excel files. Columns are recognised by their names, mistakes are mended in the preview, and what would be created, changed and left alone is counted before anything is written. An import can be undone for a day.',
  keyboard: 'Keyboard',
  keyEscape: 'Close what is open, or let go of what is chosen',
  keyFind: 'Find a person or asset on this floor',
  keyFullScreen: 'Full screen, and back',
  keyFloors: 'Floor before, next floor',
  keyPause: 'Stay on this floor, or turn on',
  keyHelp: 'This help',
  keyLastPoint: 'Measure: take the last point back',
  keyMove: 'Move the plan, when it has the focus',
  keySearch: 'Search over everything',
  keySetPoint: 'Measure and Edit: set a point in the middle of the plan',
  keyTab: 'Next button, field or link; with Shift the one before',
  keyUndo: 'Edit: undo; with Shift, or Ctrl and Y: redo',
  keyZoom: 'Nearer and farther',
  lists: 'Work with lists',
  lists1:
    'Every list is searched, filtered and sorted from its head, and what is chosen is kept in the address: a bookmark opens it again.',
  lists2: 'Where many rows can be changed at once, tick them; what can be done with them appears above the list.',
  lists3:
    '“View” above a list chooses its columns and saves what you look at, with its filters and its order, under a name: it follows your account to other devices.',
  liveOrNot: 'Is what I see live?',
  liveOrNot1:
    'The lamp at the top says Live while positions arrive, and how long they take. When they stop, it says so with the time of the last one; the page then asks every ten seconds and returns to Live by itself.',
  liveOrNot2: 'Without a network a bar says what is kept on this device and from when it is.',
  morning: 'The morning look',
  morning1:
    'The dashboard answers whether everything is all right: how many people are on site, what needs attention, and how ready the site would be if it rang now. Each number leads to its page.',
  morning2: 'Weather shows the conditions at each building, and what rules make of them.',
  morning3:
    'Beside the numbers the dashboard has the living plan of a floor, and people on site over the last day, week, month or dates of your own. The time stands in the address, so that a link and a saved view keep it; where counting began later, the line begins there and says so.',
  myList: 'My list',
  myList1: 'When it rings, open the board: the red bar on every page leads there, and so does the message.',
  myListStep1: 'Say I am on it, so that your deputy need not come; or I cannot come.',
  myListStep2:
    'My list has only the people you answer for. Tap Safe for whoever stands before you; scan a badge if you do not know the name.',
  myListStep3: 'Help says that somebody needs it; open their line to write where and why.',
  nothingMatches: 'Nothing in the guide matches',
  ownAccount: 'My account and this device',
  ownAccount1:
    'The menu with your name leads to your profile: your role, what this device keeps for an emergency, and whether it is told when an alarm begins. A password is changed in the same menu.',
  ownAccount2:
    'There you also add a second factor: an authenticator app, or a passkey, with which you sign in without a password.',
  paper: 'On paper',
  paper1:
    'The roster and the board print as lists with boxes to tick, by floor and department, with the time of printing.',
  pictureOf: 'The page, as in: {title}',
  readThePlan: 'Read the floor plan',
  readThePlan1:
    'The shape says who it is: a circle an employee, a diamond a visitor, a hexagon a contractor, a square an asset. The filling says how old the place is: full is now, pale is up to five minutes ago, hollow is older.',
  readThePlan2:
    'A place is never exact. The circle around whoever is chosen holds them most of the time; where it is wide, look for them in the rooms around.',
  readThePlan3:
    'Legend, above the plan, explains every sign; Layers chooses what is drawn. The heat map shows where people spent the last hours, with its scale in minutes per square metre.',
  ready: 'Is the site ready?',
  ready1:
    'If it rang now, on the page Emergency, is one number from 0 to 100 for each building. Below it stand the reasons that cost points, dearest first, each with the page where it is mended.',
  receptionAlarm: 'At an alarm, at the desk',
  receptionAlarm1:
    'Every page shows the red bar of an emergency, or the blue one of a drill. Take the printed or kept roster along: visitors who signed in are on it, with their hosts.',
  report: 'End it, and the report',
  report1:
    'Ending an emergency with people missing names them and asks again. The report has the times, what became of everybody, the searched zones and the messages; add notes and lessons, and export it.',
  roleAdministrator: 'Administrator',
  roleEverybody: 'Everybody',
  roleOperator: 'Facility operator',
  roleReception: 'Reception',
  roleSafety: 'Safety officer',
  roleWarden: 'Warden',
  searchFewer: 'Search for fewer words, or for all roles.',
  searchFirst: 'Where to search first',
  searchFirst1:
    'Search first orders the zones by how many missing people are likely to be in them. Send somebody, mark the zone as being searched, then as searched; the others see it at once.',
  searchGuide: 'Search the guide',
  settings: 'Settings, messages and storage',
  settings1:
    'Settings hold the name and time zone of the site, thresholds of alerts, how messages are sent, and how long everything is kept. Each group is saved by itself.',
  settings2: 'Backups, upgrades and monitoring are described in the documents that come with the product.',
  setUp: 'Set up a site',
  setUp1:
    'Set up lists what a site needs, in order, and what is still missing. Each step can be left and taken up again.',
  setUpStep1: 'Buildings and floors, each with its plan: a picture, an SVG or a page of a PDF.',
  setUpStep2: 'The scale, by two points of which you know the distance.',
  setUpStep3:
    'Zones: drawn on the floor plan with Edit, or proposed from the lines of the plan. Mark the muster points. Walls and doors are drawn there, too, or proposed from the zones; they are shown on the plan.',
  setUpStep4: 'Receivers, then people and badges, then a first drill.',
  sweep: 'Search my area',
  sweep1:
    'Search first names the areas. Begin one, go through it, and say nobody found, somebody found, or not possible. Whoever looks at the board sees it at once.',
  tablet: 'The tablet at the entrance',
  tablet1:
    'Reception tablets, on the page of visits, makes a link for a tablet. Opened there, it greets visitors, reads their codes and signs them in without an account.',
  trigger: 'Trigger an emergency',
  trigger1:
    'Trigger an emergency, choose what it is and where, and hold the button: a short touch does nothing. Contacts and wardens are told, people get their personal links, and the board opens.',
  trigger2: 'A drill can become real on its board; what was decided on it stays.',
  visitors: 'Receive a visitor',
  visitors1: 'Who is expected, who is here and who has left stands on the page of visits.',
  visitorsStep1: 'Expect a visitor: name, host and time. The visitor gets a code.',
  visitorsStep2: 'When they come, choose Sign in, or let them show their code to the tablet.',
  visitorsStep3: 'Give them a badge: from then on they are on the floor plan and on every roster.',
  visitorsStep4: 'When they leave, choose Sign out and take the badge back.',
  wallBoard: 'A wall board for the control room',
  wallBoard1:
    'Wall board, on the dashboard, fills a screen with what a control room watches: people inside by building and floor, visitors, receivers down, open alerts, the clock, and the live plans of the floors one after the other. Its address names the building and the floor it stays on: bookmark it on the computer of the screen.',
  wallBoard2:
    'When it rings, the board turns by itself to who is still inside: the count, where to search first, and everybody by floor and area; a drill looks the same in blue. It says when it is not live, and since when.',
  wallBoard3:
    'It keeps the screen awake where the browser can. A session ends after some hours: the board says so half an hour before. An account that may only read is enough for it.',
  wardens: 'Wardens and deputies',
  wardens1:
    'A warden answers for a building, a floor, a zone or a department; deputies stand in, in their order. A floor without a warden costs points of readiness.',
  wholeGuide: 'The whole guide',
  withoutNetwork: 'Without a network',
  withoutNetwork1:
    'A phone on which you have signed in keeps the roster, sealed with your account. Without a network it opens, shows from when it is, and keeps your taps until it is connected again.',
  withoutNetwork2: 'Look once, before you need it, at This device on your profile: it says what is kept.',
} as const
