// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  connectedButNoLiveUpdates:
    'Verbunden, aber es kommt nichts live an. Positionen werden solange alle 10 Sekunden gelesen.',
  connecting: 'Verbinden',
  every10S: 'Alle 10 s',
  live: 'Live',
  liveUpdatesStopped:
    'Die Live-Anzeige ist unterbrochen. Positionen werden alle 10 Sekunden gelesen, bis sie zurückkehrt.',
  notLive: 'Nicht live',
  nothingArrives: 'Nichts kommt an',
  positionsArriveAsThey: 'Positionen kommen, sobald sie entstehen.',
  waitingForLiveUpdates: 'Warten auf die Live-Anzeige. Rollcall versucht weiter, sich zu verbinden.',
  yourAccountDoesNotInclude:
    'Ihr Konto umfasst keine Live-Positionen. Was Sie sehen dürfen, wird alle 10 Sekunden gelesen.',
} satisfies Same<typeof en>
