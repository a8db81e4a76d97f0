/**
 * From the address typed to a screen that can be used, in a browser that has never been here: empty cache, a usual
 * network, a processor slowed four times. `npm run bench -- cold-open --against <folder>` opens each screen of another
 * checkout in turn with ours, so that whatever else the machine does meets both alike.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { buildWebWhenStale } from '../scripts/build-web.ts';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';
import { type BareBrowser, startBareBrowser } from './bare-browser.ts';
import { signInAs } from './browser.ts';
import { type Demo, startDemo } from './demo.ts';
import { atMost, type Figure, median, report, round } from './report.ts';

const { values: options } = parseArgs({
  options: { against: { type: 'string' }, runs: { type: 'string', default: '9' } },
});
const slowdown = 4;
const network = { round_trip_ms: 40, megabits_per_second: 10 };
/** Things that come late may still push others around. */
const settling_ms = 1000;
const looking_every_ms = 50;

/** A screen can be used once its main control is there, enabled, and shows what was loaded. */
const screens = {
  'server list': { path: '', usable: 'main a[href^="/manage/"]' },
  settings: { path: 'settings', usable: 'main form [data-open] input[type="number"]:enabled' },
  'Create Panel': { path: 'panels/create', usable: 'main form [data-open] [role="combobox"]:enabled' },
  tickets: { path: 'tickets', usable: 'main tbody a[href*="/tickets/view/"]' },
} as const;
type Screen = keyof typeof screens;
const names = Object.keys(screens) as Screen[]; // Object.keys forgets which keys these are.

interface Opening {
  /** The frame of the page stands there: menu, title and a card. */
  first_paint_ms: number;
  usable_ms: number;
  /** Requests made before its main control was there, including the page itself. */
  requests: number;
  /** Cumulative layout shift, as browsers measure it: 0 when nothing that was shown has moved. */
  layout_shift: number;
}

type Openings = Record<Screen, Opening[]>;

interface Build {
  open(screen: Screen): Promise<Opening>;
}

buildWebWhenStale();
await using stack = new AsyncDisposableStack();
const browser = stack.use(await startBareBrowser());
const builds = new Map([['now', await build(stack.use(await startDemo()))]]);
if (options.against) builds.set('before', await build(stack.use(await startDemo(options.against))));

const opened = await openAll(builds);
const openings = (screen: Screen, build = 'now') => opened.get(build)?.[screen] ?? [];
const usable = (screen: Screen, build?: string) =>
  round(median(openings(screen, build).map(({ usable_ms }) => usable_ms)));
const against = (screen: Screen, limit: number) =>
  most(`${screen}, against the other build`, usable(screen) / usable(screen, 'before'), limit);
const medianOf = (screen: Screen, figure: keyof Opening) =>
  median(openings(screen).map((opening) => opening[figure]));
const most = (name: string, value: number, limit: number) => atMost(name, value, 'times', limit);
report(
  'cold-open',
  [
    // Of 1ecac9b1.
    ...(options.against ? names.map((screen) => against(screen, screen === 'settings' ? 0.75 : 0.85)) : []),
    ...names.map((screen) =>
      most(
        `first paint of ${screen}, against the time until it is usable`,
        medianOf(screen, 'first_paint_ms') / medianOf(screen, 'usable_ms'),
        0.4,
      ),
    ),
    ...names.map((screen) => atMost(`requests for ${screen}`, medianOf(screen, 'requests'), '', 15)),
    ...names.map((screen): Figure => {
      const shifts = openings(screen).map(({ layout_shift }) => layout_shift);
      return atMost(`layout shift of ${screen}`, Math.max(...shifts), '', 0.02);
    }),
  ],
  {
    slowdown,
    network,
    median_ms: Object.fromEntries(
      [...builds.keys()].map((build) => [
        build,
        Object.fromEntries(names.map((screen) => [screen, usable(screen, build)])),
      ]),
    ),
    quickest_ms: Object.fromEntries(
      [...builds.keys()].map((build) => [
        build,
        Object.fromEntries(
          names.map((screen) => [
            screen,
            round(Math.min(...openings(screen, build).map(({ usable_ms }) => usable_ms))),
          ]),
        ),
      ]),
    ),
  },
);

async function openAll(builds: ReadonlyMap<string, Build>): Promise<Map<string, Openings>> {
  const none = (): Openings => ({ 'server list': [], settings: [], 'Create Panel': [], tickets: [] });
  const found = new Map([...builds.keys()].map((name) => [name, none()]));
  for (let run = 0; run < Number(options.runs); run += 1)
    for (const screen of names)
      for (const [name, build] of builds) found.get(name)?.[screen].push(await build.open(screen));
  return found;
}

async function build({ address }: Demo): Promise<Build> {
  const driven = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  const { state, guild_id } = await signInAs(driven, address, { person: 'Olive', server: 'Harbour Games' });
  await driven.close();
  const stored = state.origins.flatMap(({ localStorage }) => localStorage);
  return {
    open: (screen) => {
      const { path, usable } = screens[screen];
      const url = path ? `${address}/manage/${guild_id}/${path}` : address;
      return openCold(browser, { url, stored, usable });
    },
  };
}

interface Cold {
  url: string;
  /** What the browser keeps of a sign-in. */
  stored: readonly { name: string; value: string }[];
  usable: string;
}

function openCold(on: BareBrowser, { url, stored, usable }: Cold): Promise<Opening> {
  return on.inPage(async (send) => {
    const bytes_per_second = (network.megabits_per_second * 1_000_000) / 8;
    await send('Network.enable');
    await send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.round_trip_ms,
      downloadThroughput: bytes_per_second,
      uploadThroughput: bytes_per_second,
    });
    await send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await send('Emulation.setDeviceMetricsOverride', {
      width: 1280,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await send('Page.enable');
    const source = `(${begin})(${JSON.stringify(usable)}, ${JSON.stringify(stored)})`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await send('Page.navigate', { url });
    const read = async (expression: string) => {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
      return result.value;
    };
    while (!(await read('window.opening?.usable_ms > 0'))) await sleep(looking_every_ms);
    await sleep(settling_ms);
    return (await read('window.opening')) as Opening; // Made by what runs in the page.
  });
}

/** Runs in the page from its first moment. Its source is sent, so it uses nothing of this file. */
function begin(usable: string, stored: Cold['stored']): void {
  for (const { name, value } of stored) localStorage.setItem(name, value);
  const opening = { first_paint_ms: 0, usable_ms: 0, requests: 0, layout_shift: 0 };
  Object.assign(window, { opening });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      opening.layout_shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    // The frame that shows it is drawn after this one's callbacks.
    const found_at = performance.now();
    if (document.querySelector(usable))
      requestAnimationFrame(() => {
        opening.usable_ms = performance.now();
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        opening.first_paint_ms = paint?.startTime ?? opening.usable_ms;
        // Later requests, such as for avatars, keep nobody waiting. A request is listed only once it has ended.
        setTimeout(() => {
          const asked = performance
            .getEntriesByType('resource')
            .filter(({ startTime }) => startTime < found_at);
          opening.requests = asked.length + 1;
        }, 500);
      });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
