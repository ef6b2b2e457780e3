import type { NounContent } from '../../args/verb.js';
import { listProjects } from './list.js';
import { viewProject } from './view.js';

export const projects: NounContent = { verbs: [listProjects, viewProject] };
