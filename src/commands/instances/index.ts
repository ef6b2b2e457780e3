import type { NounContent } from '../../args/verb.js';
import { listInstances } from './list.js';
import { probeInstance } from './probe.js';
import { removeInstance } from './remove.js';
import { useInstance } from './use.js';

export const instances: NounContent = { verbs: [listInstances, useInstance, removeInstance, probeInstance] };
