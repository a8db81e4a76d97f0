import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ProxyOptions } from 'vite';
import { shortName } from './vite-class-names.ts';
import { emojiPictures } from './vite-emoji-pictures.ts';
import { emojiLines } from './vite-emojis.ts';
import { firstView } from './vite-first-view.ts';
import { compiledMessages } from './vite-messages.ts';
import { precompressed } from './vite-precompress.ts';

/** Where `tickets start` listens unless told otherwise; the development server passes API calls on to it. */
const DEFAULT_API_ORIGIN = 'http://127.0.0.1:8080';

export default defineConfig(({ command, mode }) => ({
  resolve: command === 'build' ? { alias: LIGHTER } : {},
  plugins: [react(), compiledMessages(), emojiLines(), emojiPictures(), firstView(), precompressed()],
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  build: {
    // The first versions with light-dark(), so that it is not rewritten into variables that cannot be nested.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every file names others, and the first one nearly all of them: the names of the sources would be 1 KB of it.
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What the first screen needs is one file: it packs better than forty, and comes in one go.
            { name: 'shell', tags: ['$initial'] },
            // So is what most other screens share, an answer's headers being larger than an icon.
            { name: 'shared', test: isSharedByScreens, minShareCount: 3 },
            { name: 'fields', test: OF_FORMS, minShareCount: 3 },
            { name: 'marks', test: OF_CHOICES, minShareCount: 3 },
            { name: 'tables', test: OF_TABLES, minShareCount: 3 },
            { name: 'longer', test: OF_LONGER_LISTS, minShareCount: 3 },
            { name: 'leaving', test: OF_LEAVING, minShareCount: 3 },
            { name: 'finding', test: OF_FINDING, minShareCount: 3 },
            { name: 'messages', test: OF_MESSAGES, minShareCount: 4 },
            { name: 'editors', test: OF_EDITORS, minShareCount: 3 },
            { name: 'panel-editor', test: OF_PANEL_EDITOR, minShareCount: 2 },
            { name: 'live', test: OF_LIVE_SCREENS, minShareCount: 3 },
            { name: 'integrations', test: OF_INTEGRATIONS, minShareCount: 3 },
            { name: 'transfer', test: OF_TRANSFER, minShareCount: 2 },
            // What Appearance shares with the settings is small, and comes with all of them.
            { name: 'settings', test: OF_SETTINGS },
            // And the frame of a server's pages: over HTTP/1.1 a browser fetches six files at a time.
            { name: 'manage', test: OF_FRAME },
          ],
        },
      },
    },
  },
  server: { proxy: proxyTo(apiOrigin(mode)) },
  preview: { proxy: proxyTo(apiOrigin(mode)) },
}));

/** Parts of packages that are not shipped, and what is in their place. */
const LIGHTER = [
  // Messages are parsed when the app is built, so only the formatter is needed.
  { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
];

/** What the editor of one panel has and that of several has not. */
const OF_PANEL_EDITOR =
  /features\/panels\/(sections\/|panel-(editor|preview|problems|summary|saving)\.|use-editor-data)|components\/editors\/(access-|naming-)|components\/emoji\/(custom-emoji-picker|emoji-(field|picker))\./;
/** What both editors of panels need; the list of panels and the tags have parts of it. */
const OF_EDITORS =
  /features\/panels\/(editor-frame|panel-(form|drawing)|panels|premium-note|use-editor-save)\.|components\/editors\/(?!access-|naming-|placeholder-help|welcome-sample)|lib\/\w+\/utc\.|components\/ui\/fields\/date-time-input\.|contract\/src\/(tickets\/(naming|channel-name)|embeds\/embed-rules|panels\/(access-rules|panel-defaults))\./;
/** What only screens need on which something is set. */
const OF_FORMS =
  /components\/ui\/(?:\w+\/)?(colour-input|multi-combobox|number-input|save-bar|tabs)\.|components\/editors\/(placeholder-help|welcome-sample)\.|components\/emoji\/server-picture\.|icons\/image-off\.|lib\/\w+\/use-draft\.|contract\/src\/(premium\/gates|embeds\/placeholders)\./;
/** What few others need, too: folding sections, and the marks before roles and channels. */
const OF_CHOICES = /components\/ui\/(?:\w+\/)?(collapsible|option-marks)\.|icons\/(hash|megaphone)\./;
/** What only screens need that list something. */
const OF_TABLES = /components\/ui\/(?:\w+\/)?(pagination|table|table-row)\.|lib\/\w+\/row-counts\./;
/** What only screens need of which a list goes on page after page. */
const OF_LONGER_LISTS = /query-core\/.*\/infiniteQuery|react-query\/.*\/useInfiniteQuery/;
/** What only screens need on which something could be lost by leaving. */
const OF_LEAVING =
  /react-router\/.*\/useBlocker\.|components\/ui\/overlays\/leave-guard\.|lib\/page\/unsaved\./;
/** What only screens need on which something or somebody is looked for. */
const OF_FINDING =
  /components\/ui\/choosing\/(use-suggestions|suggestions|person-search)\.|icons\/star\.|features\/transcripts\//;
/** What only screens need that show messages as Discord does. */
const OF_MESSAGES =
  /components\/discord\/(?!bot-face)|discord-ui\/src\/(?!emoji\/emoji-(file|pictures)\.|pictures\/|colour\.|text\/relative\.|message\/(attachments|files|reply-bar)\.)/;
/** What only screens need on which a conversation is read. */
const OF_CONVERSATIONS =
  /components\/(conversation|opener-tickets)\/|components\/ui\/(delete-button|details)\.|discord-ui\/src\/message\/(attachments|files|reply-bar)\.|icons\/(corner-up-right|file-down)\./;
/** What only screens need that follow tickets live. */
const OF_LIVE_SCREENS = /features\/tickets\/|lib\/\w+\/live-socket\./;
/** What only the pages of integrations need. */
const OF_INTEGRATIONS = /features\/integrations\/|contract\/src\/integrations\/|icons\/eye-off\./;
/** What only import, export and the dialog for importing need. */
const OF_TRANSFER = /features\/transfer\/|contract\/src\/transfer\/|icons\/file-archive\./;
/** What only an open menu, dialog or long list needs, and who meets somebody else at what they save. */
const LATE =
  /components\/meanwhile\/|-meanwhile\.|lib\/meanwhile\/(meet|merge)\.|contract\/src\/audit\/changes\.|@base-ui|floating-ui|react-virtual|virtual-core|components\/ui\/(?:\w+\/)?(modal|menu|keep-focus|combobox-(popup|rows|option)|place-popup)\./;

function isSharedByScreens(id: string): boolean {
  return ![
    OF_PANEL_EDITOR,
    OF_EDITORS,
    OF_FORMS,
    OF_CHOICES,
    OF_TABLES,
    OF_LONGER_LISTS,
    OF_LEAVING,
    OF_FINDING,
    OF_MESSAGES,
    OF_CONVERSATIONS,
    OF_LIVE_SCREENS,
    OF_INTEGRATIONS,
    OF_TRANSFER,
    LATE,
  ].some((group) => group.test(id));
}

const OF_SETTINGS = /features\/settings\/(?!appearance|colours-editor|\w+-meanwhile)/;

/** With the small parts of what watches the tickets from there: each file has headers as large as they are. */
const OF_FRAME =
  /features\/manage\/(?!discord-problem|let-in-banner)|routes\/(manage-entries|watched-desk)\.|lib\/\w+\/after-paint\.|features\/tickets\/desk\/(alert-choice|sound)\.|react-router\/dist\/esm\/useLocation\./;

/** `API_ORIGIN=http://127.0.0.1:9000 npm run dev -w @tickets/web` for another address. */
function apiOrigin(mode: string): string {
  return loadEnv(mode, import.meta.dirname, 'API_').API_ORIGIN ?? DEFAULT_API_ORIGIN;
}

/** GET /callback and GET /logout are pages of this app; POST on the same paths are calls. */
function proxyTo(target: string): Record<string, ProxyOptions> {
  const call: ProxyOptions = { target, changeOrigin: true };
  const onlyPost: ProxyOptions = {
    ...call,
    bypass: (request) => (request.method === 'GET' ? '/index.html' : undefined),
  };
  return {
    '/api': { ...call, ws: true },
    '/user': call,
    '/config.json': call,
    '/docs': call,
    '/image-proxy': call,
    '/sim': call,
    '/callback': onlyPost,
    '/logout': onlyPost,
  };
}
