/** The CPU time of this process so far (milliseconds), which a busy machine does not increase. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
