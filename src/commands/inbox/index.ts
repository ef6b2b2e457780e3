import type { NounContent } from '../../args/verb.js';
import { countInbox } from './count.js';
import { listInbox } from './list.js';

export const inbox: NounContent = { verbs: [listInbox, countInbox] };
