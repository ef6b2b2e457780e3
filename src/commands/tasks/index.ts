import type { NounContent } from '../../args/verb.js';
import { listTasks } from './list.js';
import { viewTask } from './view.js';

export const tasks: NounContent = { verbs: [listTasks, viewTask] };
