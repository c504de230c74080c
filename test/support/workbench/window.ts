/** One window of VS Code, on a folder of its own. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { root } from '../../../scripts/lib/run.ts';
import type { Host } from '../../../scripts/lib/vscodeHost.ts';
import { startUp, Workbench } from './workbench.ts';

/** What a window is opened on. */
export interface WindowContents {
  /** A folder of samples/ to copy, `.` for all of them; nothing for an empty one. */
  readonly sample?: string;
  /** Files to write into it: their content by their path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The URI of a folder of another file system: the window is opened on that instead. */
  readonly virtual?: string;
  /** The file to open at once. */
  readonly open?: string;
  /** Further keys of VS Code's start parameters, as `logLevel`. */
  readonly payload?: readonly (readonly [key: string, value: string])[];
}

/** A window that is open until somebody closes it. */
export interface OpenWindow {
  /** Plays in it. On failure keeps a picture and the console under test-results/. */
  play(name: string, play: Play): Promise<void>;
  close(): Promise<void>;
}

export type Play = (workbench: Workbench, folder: string) => Promise<void>;

/** Opens a window in a context, on a folder of its own. @param name of what is played in it first */
export async function openWindow(host: Host, context: BrowserContext, name: string, contents: WindowContents): Promise<OpenWindow> {
  const parent = mkdtempSync(path.join(tmpdir(), 'osc-'));
  const folder = path.join(parent, path.basename(path.resolve(root, 'samples', contents.sample ?? 'manifests')));
  fillFolder(folder, contents);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const workbench = new Workbench(page);
  const opened: OpenWindow = {
    async play(called, play) {
      try {
        await play(workbench, folder);
      } catch (error) {
        const results = path.join(root, 'test-results');
        mkdirSync(results, { recursive: true });
        const base = path.join(results, called.replaceAll(/\W+/g, '-'));
        await page.screenshot({ path: `${base}.png` }).catch(() => undefined);
        console.log(await inView(page));
        writeFileSync(`${base}.log`, [...workbench.console, '', '---- server', host.log()].join('\n'));
        throw error;
      }
    },
    async close() {
      await page.close({ runBeforeUnload: false });
      rmSync(parent, { recursive: true, force: true });
    },
  };
  try {
    await opened.play(name, async () => {
      const files = contents.open === undefined ? [] : [path.join(folder, contents.open)];
      await workbench.open(host.windowUrl({ folder: contents.virtual ?? folder, files, payload: contents.payload ?? [] }));
      if (contents.open !== undefined) await workbench.editor.root.locator('.view-lines').waitFor({ timeout: startUp });
    });
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/** What a person would have read in the window: where only the output of a run is kept, this tells more than that something was not there. */
async function inView(page: Page): Promise<string> {
  const parts = [
    '.part.sidebar',
    '.part.editor .tabs-container',
    '.part.editor .view-lines',
    '.part.panel',
    '.part.statusbar',
    '.quick-input-widget',
    '.notifications-toasts',
  ];
  const texts = parts.map(async (part) => {
    const shown = page.locator(part).first();
    const text = (await shown.isVisible()) ? await shown.innerText({ timeout: 2000 }) : '';
    return text.trim() === '' ? '' : `${part}: ${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 800)}`;
  });
  const told = await Promise.all(texts.map((text) => text.catch(() => '')));
  return ['In view when it failed:', ...told.filter((text) => text !== '')].join('\n  ');
}

function fillFolder(folder: string, { sample, files = {} }: WindowContents): void {
  if (sample === undefined) mkdirSync(folder);
  else cpSync(path.join(root, 'samples', sample), folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}
