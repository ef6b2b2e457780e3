import type { Said } from '../drafts.js';
import type { ProjectKey } from './projects.js';

/** What people wrote into the history of a project. */
export const projectComments: Readonly<Record<ProjectKey, readonly Said[]>> = {
  EXPO: [
    ['mara', 184.2, 'Opened. 611 visitors on the first evening, 1,340 on the screens.'],
    ['zoe', 12.4, 'Archived at last. Whatever is still missing comes in as a ticket from now on.'],
  ],
  BOP: [
    ['ines', 150.8, 'First order from a real practice: two pairs of insoles and a heel wedge. 🎉'],
    ['hannelore', 100.3, 'Half of all orders now come through the portal. I had expected a third.'],
    ['mara', 20.8, 'Billing first: nothing else goes live before the cent is gone ({#BOP-7}).'],
    [
      'ines',
      6.3,
      '{@mara} the penetration test eats this week. Basket and confirmation mails move to next week, is that all right?',
    ],
    ['mara', 6.1, 'Yes.'],
  ],
  SCM: [
    ['mara', 147.3, 'Kick-off at Scandia: 14 people, three ships, one spreadsheet.'],
    [
      'lukasz',
      113.5,
      'All rosters of all ships are in the new system since this morning, the spreadsheet is read-only.',
    ],
    ['sigrid', 112.8, 'The spreadsheet is not read-only. It is *gone*. I was braver than you.'],
    ['jonas', 90.6, 'Three busy months are over and nobody has called me at night. That is new.'],
    ['misaki', 40.2, 'Second tablet fleet is here: 24 pieces, all with the big buttons.'],
    [
      'mara',
      22.9,
      'Plan for the next weeks:\n\n1. {#SCM-12} this week\n2. {#SCM-6} and {#SCM-9}, then the field test\n3. everything else, later',
    ],
    ['sigrid', 9.7, '{@mara} the board has time on {in:3}, twenty minutes. Can you come in person?'],
    ['mara', 9.5, 'I can. {@priya} could you make a task of it, otherwise I forget the tickets.'],
    ['olena', 5.1, 'For those who wait for {#SCM-9}: storage done, replay about 60 %, conflict dialog is a sketch.'],
    ['lukasz', 0.8, '{@mara} {#SCM-12} is ready to go out, I only need your word.'],
  ],
  OPS: [
    ['priya', 79.0, 'New machine room: 19 °C, two doors, no more buckets.'],
    ['sean', 12.8, 'Mail is flowing again. The long version follows in {#OPS-9}.'],
    ['lukasz', 12.1, 'Thank you all for not asking every ten minutes.'],
  ],
  WEB: [['zoe', 3.5, '{@mara} half of the budget goes to photographs unless somebody stops me.']],
};
