/** How the library measures, cuts and pads; its cells look these up each time. */
declare module 'cli-table3/src/utils.js' {
  const measures: object;
  export = measures;
}
