// The main script of a packed program. It runs the files of dist/ from the program itself, with the code that V8 has compiled
// of them. There is none in a program for another kind of computer than the one it was packed on.
'use strict';
const { getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const source = Buffer.from(getRawAsset(`dist/${name}`)).utf8Slice();
  const cachedData = Buffer.from(getRawAsset(`code/${name}`));
  const script = new Script(source, { filename: name, ...(cachedData.length > 0 && { cachedData }) });
  const requireHere = (path) => (path.startsWith('./') ? load(path.slice(2)) : require(path));
  script.runInThisContext()(module.exports, requireHere, module, __filename, __dirname);
  return module.exports;
}

load('main.js').main.main();
