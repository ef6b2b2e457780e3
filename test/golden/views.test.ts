import { views } from './commands.js';
import { compareAll } from './compare.js';

compareAll(views);
