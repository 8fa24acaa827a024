// English texts of this folder; web/app/LANGUAGES.md says how one is added.
export const texts = {
  answersNotSaved: {
    one: '{count} answer from before could not be saved',
    other: '{count} answers from before could not be saved',
  },
  loadAgain: 'Load again',
  loadThePageAgainToGoOnWhat: 'Load the page again to go on. What you tapped is kept.',
  noRoom: 'The storage of this device is full: what is new is not kept for the time without a network.',
  noStorage:
    'This browser keeps nothing on this device, as in a private window. Without a network there will be nothing to see after closing the page.',
  nothingIsKeptYet: 'Nothing is kept yet.',
  notificationsOfThisSiteAre:
    'Notifications of this site are blocked in this browser. Allow them in its settings first.',
  rollcallCannotBeReached: 'Rollcall cannot be reached.',
  rollcallHasBeenUpdated: 'Rollcall has been updated',
  roster: 'Roster',
  showThem: 'Show them',
  stopTellingMeHere: 'Stop telling me here',
  tellMeWhenItRings: 'Tell me when it rings',
  thePushServiceOfThis: 'The push service of this browser cannot be reached.',
  theRosterAndTheBoardsAre:
    'The roster and the boards are kept here, sealed, until you sign out: last at {clockTime}, {age}.',
  thisBrowserCannotBeTold:
    'This browser cannot be told while Rollcall is closed. On an iPhone, add Rollcall to the home screen first.',
  thisBrowserDoesNotTellYou:
    'This browser does not tell you when an emergency or a drill begins while Rollcall is closed.',
  thisBrowserTellsYouWhenAn:
    'This browser tells you when an emergency or a drill begins, also while Rollcall is closed.',
  thisDevice: 'This device',
  whoWasOnSiteAtAs: 'Who was on site at {as}',
} as const
