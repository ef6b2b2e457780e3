import { rows, type Topic } from './layout.js';

/** Every variable, setting and file that is read, and their order of precedence. */
export const topic: Topic = [
  'Flags override the environment, which overrides .tracker.json, which overrides config.json, which overrides your preferences on the server. An empty variable counts as unset, and so do ACCESSIBLE, CI and TRACKER_OFFLINE with 0, false, no or off. tracker config list shows every setting, its value and its source.',
  { heading: 'Server and sign-in' },
  rows({
    TRACKER_URL: 'the URL of the server to use; --instance overrides it',
    TRACKER_INSTANCE: 'the name of the server to use, one you are signed in to; TRACKER_URL overrides it',
    TRACKER_TOKEN:
      'the token to use instead of a sign-in. It is sent only to the origin of TRACKER_URL or, if that is unset, to the default server. If the server rotates it, the new token is kept in credentials.json.',
    TRACKER_TOKEN_FILE:
      'a file that holds the token; a rotated token is written back to it. TRACKER_TOKEN overrides it',
    TRACKER_SERVICE_NAME: 'the service name a server must report at sign-in (default: tracker)',
  }),
  { heading: 'Programs' },
  rows({
    'TRACKER_PAGER, PAGER': 'shows output longer than the screen (default: less -FRX); cat turns paging off',
    'TRACKER_EDITOR, VISUAL, EDITOR': 'opens when you write a text (default: vi); a shell runs it',
    'SHELL, ZDOTDIR': 'the shell for which doctor checks completion, and the folder of .zshrc (default: HOME)',
    BROWSER: "opens web pages; %s stands for the URL (default: the system's browser)",
  }),
  'The first variable that is set is used. The pager is started with LESS=FRX and LESSCHARSET=utf-8, unless these are set.',
  { heading: 'Colour, symbols, questions' },
  rows({
    NO_COLOR: 'turns colour off',
    'FORCE_COLOR, CLICOLOR_FORCE':
      'turn colour on for a terminal and for --pretty, whatever TERM and the color setting say; FORCE_COLOR=0 turns it off.',
    COLUMNS: 'the width of what --pretty prints in a pipe (default: 80)',
    TERM: 'dumb: no colour, no links',
    ACCESSIBLE: 'output for screen readers, as with --accessible',
    CI: 'no prompts, no animation, no links',
    FORCE_HYPERLINK:
      '1: print clickable links (OSC 8) in tables and texts; 0: never. If unset, terminals that support them are recognised by TERM, TERM_PROGRAM, VTE_VERSION, KONSOLE_VERSION, KITTY_WINDOW_ID, WT_SESSION and DOMTERM; there are no links inside tmux (TMUX) or screen (STY).',
    TZ: 'the time zone for local times and for "today"',
  }),
  { heading: 'Network' },
  rows({
    'HTTPS_PROXY, HTTP_PROXY': 'the proxy for https or http servers; https_proxy and http_proxy override them',
    NO_PROXY: 'comma-separated hosts to reach without a proxy; * for all; no_proxy overrides it',
    NODE_EXTRA_CA_CERTS: 'a file of additional certificate authorities to trust',
    NODE_TLS_REJECT_UNAUTHORIZED: '0: trust any certificate; every command warns about it',
  }),
  'The local computer (127.0.0.1, ::1, localhost) is always reached without a proxy.',
  { heading: 'Other variables' },
  rows({
    TRACKER_ACCESS: 'full, propose or read: what commands may do; any other word counts as read',
    TRACKER_AGENT: 'the name of the agent that runs the commands; the setting agents then applies',
    'CLAUDECODE, GEMINI_CLI, CURSOR_AGENT, OPENCODE': 'set by these agents; the setting agents then applies',
    'CODEX_SANDBOX, CODEX_THREAD_ID': 'the same, set by Codex',
    CODEX_SANDBOX_NETWORK_DISABLED: 'the same, set by Codex',
    AI_AGENT: 'the same, set by other agents to their name',
    TRACKER_OFFLINE: '1: as if every command had --offline',
    TRACKER_MAX_AGE:
      'such as 30s: as if every command that reads had --max-age 30s; 0 asks the server each time; --refresh overrides it',
    'SSH_CONNECTION, SSH_CLIENT, SSH_TTY': 'if any is set, tracker login does not open a browser',
    'DISPLAY, WAYLAND_DISPLAY, DBUS_SESSION_BUS_ADDRESS':
      'if any is set, tracker inbox watch uses notify-send where the terminal shows no notifications itself',
    HOSTNAME: 'the name tracker login gives this computer in the ssh -L command it suggests',
    NODE_DISABLE_COMPILE_CACHE: '1: do not keep compiled code in the cache folder, which makes starts slower',
    PATH: 'where the editor, pager, git and credential helper are looked up; tracker sandbox run puts tracker first',
  }),
  { heading: 'Folders' },
  'Each variable replaces a default folder:',
  rows({
    TRACKER_CONFIG_DIR: '$XDG_CONFIG_HOME/tracker (~/.config/tracker): settings, servers, tokens and templates',
    TRACKER_CACHE_DIR:
      '$XDG_CACHE_HOME/tracker (~/.cache/tracker): references and values seen so far, what was read, and compiled code; safe to delete',
    TRACKER_STATE_DIR:
      '$XDG_STATE_HOME/tracker (~/.local/state/tracker): drafts, and what undo and redo need, in ledger/',
    TRACKER_DATA_DIR: '$XDG_DATA_HOME/tracker (~/.local/share/tracker): the sandbox, in sandbox/',
  }),
  'On macOS the defaults are under HOME/Library, on Windows under APPDATA and LOCALAPPDATA. A relative path is ignored with a warning. New folders are accessible only to you (mode 0700). A folder that others can write to, or that belongs to somebody else, is not used; root may use the files of whoever owns HOME (USERPROFILE on Windows), and what it creates there is theirs.',
  { heading: 'Files' },
  rows({
    'config.json': 'in the config folder: settings, and the servers you are signed in to',
    'credentials.json':
      'in the same folder: the tokens, and nothing else (mode 0600); encrypted if credential-helper is set',
    '.tracker.json':
      'in the working folder or one of its parents: {"instance": NAME, "org": ORG, "project": PROJECT}, each optional. It can only name servers you are signed in to; a URL or a token in it is ignored with a warning.',
  }),
  { heading: 'Settings' },
  'Kept in config.json; change them with tracker config set KEY VALUE.',
  rows({
    accessible: 'on: output for screen readers, as with --accessible',
    agents: 'full, propose or read: what known agents may do; with propose, a person decides what is sent',
    bell: 'on: with accessible output, ring the terminal bell when something that took over 2 s is done',
    browser: 'opens web pages; BROWSER overrides it',
    color: 'auto, always or never; --color and the variables above override it',
    'credential-helper': 'NAME of a program docker-credential-NAME that keeps the key with which tokens are encrypted',
    'day-starts': 'when a ticket put off until a day comes back (default: 8:00)',
    editor: 'opens when you write a text; TRACKER_EDITOR, VISUAL and EDITOR override it',
    'max-age':
      'show what was read within this time, such as 30s, without asking the server (default: 0, always ask); --max-age, --refresh and TRACKER_MAX_AGE override it',
    memory: 'off: do not keep what is read, and remove what was kept (default: on)',
    'memory-size': 'how much of what is read is kept, such as 500M or 1G (default: 200M)',
    'office-hours': 'when the time of response-target is counted, such as mon-fri 9-17 (default: always)',
    pager: 'shows long output; TRACKER_PAGER and PAGER override it',
    queue: 'on: use --queue for every command that writes (default: off); --no-queue overrides it',
    'reply-delay': 'seconds in which you can take back a public reply in triage (default: 5)',
    'response-target': 'how long tickets of a priority may wait, such as urgent=1h,high=4h',
    'service-name': 'the service name a server must report at sign-in; TRACKER_SERVICE_NAME overrides it',
    timeout: 'seconds to wait for a silent server (default: 30); --timeout overrides it',
    'triage-after':
      'stay or next: where triage goes after every decision; if unset, on once nobody is waiting any longer',
    'triage-tabs': 'the lists that 1 to 9 open in triage: saved views or flags of triage, separated by commas',
  }),
];
