// Runs one command as a packed program does, from the scripts in the working folder, and writes V8's compiled code of all functions
// that it calls, and that earlier commands have called, to the folder code/: node record.cjs WORD… The Node must be the one that reads
// the code.
'use strict';
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const sea = require('node:sea');
const vm = require('node:vm');

const scripts = [];

sea.isSea = () => true;
sea.getRawAsset = (name) => {
  const path = name.replace(/^dist\//, '');
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
};
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.push([options.filename, this]);
  }
};
process.on('exit', () => {
  for (const [name, script] of scripts) writeFileSync(`code/${name}`, script.createCachedData());
});
require('./start.cjs');
