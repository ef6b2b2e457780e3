interface Desktop {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shows a notification; its title and text are arguments. */
const appleScript = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
].flatMap((line) => ['-e', line]);

/**
 * The command that shows a notification on the desktop, if there is one. Neither text begins with a dash or contains control
 * characters.
 */
export function notifierCommand(
  { platform, env }: Desktop,
  title: string,
  text: string,
): readonly string[] | undefined {
  if (platform === 'darwin') return env.SSH_CONNECTION ? undefined : ['osascript', ...appleScript, title, text];
  const hasDesktop = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.DBUS_SESSION_BUS_ADDRESS);
  if (!hasDesktop || platform === 'win32') return undefined;
  return ['notify-send', '--app-name=tracker', '--', title, withoutMarkup(text)];
}

/** Desktops take the text of a notification as simple HTML, after notify-send has read escapes such as `\074` in it. */
function withoutMarkup(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Terminals that show notifications, and the escape sequence each understands. */
const notifyingTerminals: readonly (readonly [
  knows: (env: Desktop['env']) => boolean,
  tell: (title: string, text: string) => string,
])[] = [
  [
    ({ TERM_PROGRAM = '', TERM = '' }) =>
      /^(?:iTerm\.app|WezTerm|ghostty|WarpTerminal)$/i.test(TERM_PROGRAM) || /^xterm-(?:kitty|ghostty)/.test(TERM),
    (title, text) => `\u001b]9;${title}: ${text}\u0007`,
  ],
  [
    ({ TERM = '' }) => /^(?:foot|rxvt-unicode|contour)/.test(TERM),
    (title, text) => `\u001b]777;notify;${title.replaceAll(';', ',')};${text}\u0007`,
  ],
];

/**
 * What makes the terminal show a notification (OSC 9 or OSC 777); undefined if it is not known to support that. Neither text
 * contains control characters. Terminal multiplexers are excluded, because they do not pass it on.
 */
export function terminalNotification(env: Desktop['env'], title: string, text: string): string | undefined {
  if (env.TMUX || env.STY || env.ACCESSIBLE || env.TERM === 'dumb') return undefined;
  return notifyingTerminals.find(([knows]) => knows(env))?.[1](title, text);
}
