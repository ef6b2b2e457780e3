// Writes V8's compiled code of scripts to a folder: node compile.cjs FOLDER SCRIPT… The Node must be the one that reads it.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const [folder, ...files] = process.argv.slice(2);
// All functions, also those that are only called later. V8 refuses code that was written with other flags than it is read with.
setFlagsFromString('--no-lazy');
const scripts = files.map((file) => new Script(readFileSync(file, 'utf8'), { filename: basename(file) }));
setFlagsFromString('--lazy');
for (const [at, script] of scripts.entries())
  writeFileSync(join(folder, basename(files[at])), script.createCachedData());
