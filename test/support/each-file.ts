import { afterAll, vi } from 'vitest';
import { cleanUpFile } from './clean-ups.js';

// Runs before every test file, even though they share modules.

// Times are shown as they are here; expectations are written for one place.
process.env.TZ = 'UTC';

afterAll(cleanUpFile);

// `unstubEnvs` does so before each test, but not before what the next file prepares for all of its tests.
afterAll(() => void vi.unstubAllEnvs());
