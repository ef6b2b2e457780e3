import type { Topic } from './topic.js';

/** Every variable, setting and file that is read, and which of them wins. */
export const topic: Topic = {
  summary: 'Environment variables, settings and files',
  blocks: [
    {
      text: 'Flags win over the environment, that over .tracker.json, that over config.json, and that over the preferences on the server. A variable that is empty counts as unset. tracker config list shows every setting, its value, and where that comes from.',
    },
    { heading: 'Which server, and who you are there' },
    {
      rows: [
        ['TRACKER_URL', 'the address of the server to use; --instance wins'],
        ['TRACKER_INSTANCE', 'the name of the server to use, one you are signed in to; TRACKER_URL wins'],
        [
          'TRACKER_TOKEN',
          'the token to use, instead of a sign-in; it goes to the origin of TRACKER_URL, or to the default server where that is unset, and to no other. A successor the server sends is kept in credentials.json.',
        ],
        ['TRACKER_TOKEN_FILE', 'a file with the token, which a successor is written back to; TRACKER_TOKEN wins'],
        ['TRACKER_SERVICE_NAME', 'the name a server must give at a sign-in (tracker)'],
      ],
    },
    { heading: 'Programs' },
    {
      rows: [
        ['TRACKER_PAGER, PAGER', 'shows what is longer than the screen (less -FRX); cat for none'],
        ['TRACKER_EDITOR, VISUAL, EDITOR', 'writes texts (vi)'],
        ['BROWSER', "opens web pages; %s is the address (the system's own)"],
      ],
    },
    {
      text: 'The first that is set wins. A pager is started with LESS=FRX where LESS is not set.',
    },
    { heading: 'Colour, symbols, questions' },
    {
      rows: [
        ['NO_COLOR', 'no colour'],
        [
          'FORCE_COLOR, CLICOLOR_FORCE',
          'colour on a terminal whatever TERM and the setting say; FORCE_COLOR=0 means none. A pipe never gets colour.',
        ],
        ['TERM', 'dumb: no colour, no links'],
        ['ACCESSIBLE', 'words instead of symbols, nothing that moves, no links'],
        ['CI', 'never ask, nothing that moves, no links'],
        [
          'FORCE_HYPERLINK',
          '1: links in tables and texts can be opened (OSC 8), 0: never. Otherwise terminals that can are known by TERM, TERM_PROGRAM, VTE_VERSION, KONSOLE_VERSION, KITTY_WINDOW_ID, WT_SESSION and DOMTERM; inside of TMUX or STY (screen) there are none.',
        ],
        ['TZ', 'the time zone of local times and of today'],
      ],
    },
    { heading: 'Network' },
    {
      rows: [
        ['HTTPS_PROXY, HTTP_PROXY', 'the proxy, by the scheme of the server; https_proxy and http_proxy win'],
        ['NO_PROXY', 'hosts, divided by commas, that are reached without one; * for all; no_proxy wins'],
        ['NODE_EXTRA_CA_CERTS', 'a file with further certificate authorities to trust'],
        ['NODE_TLS_REJECT_UNAUTHORIZED', '0: trust every certificate; every command warns about it'],
      ],
    },
    {
      text: 'The computer itself (127.0.0.1, ::1, localhost) is always reached without a proxy.',
    },
    { heading: 'Where it runs' },
    {
      rows: [
        ['SSH_CONNECTION, SSH_CLIENT, SSH_TTY', 'one of them set: tracker login opens no browser here'],
        ['HOSTNAME', 'what tracker login calls this computer in its ssh -L line'],
        ['PATH', 'where editor, pager and git are looked for; tracker sandbox run puts tracker first in it'],
      ],
    },
    { heading: 'Folders' },
    { text: 'Each variable names a folder of your own in place of:' },
    {
      rows: [
        ['TRACKER_CONFIG_DIR', '$XDG_CONFIG_HOME/tracker (~/.config/tracker): settings, servers and tokens'],
        [
          'TRACKER_CACHE_DIR',
          '$XDG_CACHE_HOME/tracker (~/.cache/tracker): references and words seen; deleting it loses nothing',
        ],
        ['TRACKER_STATE_DIR', '$XDG_STATE_HOME/tracker (~/.local/state/tracker): drafts, in drafts/'],
        ['TRACKER_DATA_DIR', '$XDG_DATA_HOME/tracker (~/.local/share/tracker): the sandbox, in sandbox/'],
      ],
    },
    {
      text: 'On macOS the folders of HOME/Library stand in place of those of HOME, on Windows those of APPDATA and LOCALAPPDATA. A path that is not absolute is ignored with a warning. A folder that is made is yours alone (mode 0700).',
    },
    { heading: 'Files' },
    {
      rows: [
        ['config.json', 'in the config folder: settings, and the servers you are signed in to'],
        ['credentials.json', 'beside it: the tokens, and nothing else (mode 0600)'],
        [
          '.tracker.json',
          'in the working folder or above it: {"instance": NAME, "org": ORG, "project": PROJECT}, each of them optional. It chooses among servers you are signed in to; an address or a token in it is ignored with a warning.',
        ],
      ],
    },
    { heading: 'Settings' },
    {
      text: 'In config.json; changed by tracker config set KEY VALUE.',
    },
    {
      rows: [
        ['browser', 'what opens web pages; BROWSER wins'],
        ['color', 'auto, always or never; --color and the variables for colour win'],
        ['editor', 'what writes texts; TRACKER_EDITOR, VISUAL and EDITOR win'],
        ['pager', 'what shows long texts; TRACKER_PAGER and PAGER win'],
        ['service-name', 'the name a server must give at a sign-in; TRACKER_SERVICE_NAME wins'],
        ['timeout', 'seconds to wait for a silent server (30); --timeout wins'],
      ],
    },
  ],
};
