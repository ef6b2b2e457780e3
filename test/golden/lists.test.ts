import { lists } from './commands.js';
import { compareAll } from './compare.js';

compareAll(lists);
