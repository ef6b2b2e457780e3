// Writes V8's compiled code of the scripts in the working folder to the folder code/: node compile.cjs SCRIPT… The Node must be
// the one that reads it.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const names = process.argv.slice(2);
// All functions, also those that are only called later. V8 refuses code that was written with other flags than it is read with.
setFlagsFromString('--no-lazy');
const scripts = names.map((name) => new Script(readFileSync(name, 'utf8'), { filename: name }));
setFlagsFromString('--lazy');
for (const [at, script] of scripts.entries()) writeFileSync(`code/${names[at]}`, script.createCachedData());
