/** How much time processors have spent on this process so far (milliseconds). It stands still while other processes run. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
