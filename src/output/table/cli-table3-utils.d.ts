/** How the library measures, cuts and pads. Cells call these functions through the module each time. */
declare module 'cli-table3/src/utils.js' {
  const measures: object;
  export = measures;
}
