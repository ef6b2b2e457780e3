import { afterAll } from 'vitest';
import { cleanUpFile } from './clean-ups.js';

// Runs before every test file, even though they share modules.

// Times are shown as they are here; expectations are written for one place.
process.env.TZ = 'UTC';

afterAll(cleanUpFile);
