/** Pictures for the documentation, taken by tests: what they show is what there is. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { root } from '../../../scripts/lib/run.ts';
import type { ThemeName } from './parts/theme.ts';
import type { Workbench } from './workbench.ts';

const folder = path.join(root, 'docs/images');

/**
 * Takes docs/images/<name>.png when it is not there yet, or when OSC_UPDATE_IMAGES=1 asks for all to be taken anew.
 * Otherwise only the size is compared: fonts differ between machines, and a test run must leave the tree as it was.
 */
export async function takePicture(page: Page, name: string, clip: Clip = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }) }): Promise<void> {
  const file = path.join(folder, `${name}.png`);
  const picture = await page.screenshot({ caret: 'initial', animations: 'disabled', clip });
  if (picturesWanted([name])) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, picture);
  }
  assert.deepEqual(pngSize(readFileSync(file)), pngSize(picture), `${name}.png is of another size: take it anew with OSC_UPDATE_IMAGES=1`);
}

/** A part of the window. */
export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether all pictures are to be taken anew, or one of these is missing. */
export function picturesWanted(names: readonly string[]): boolean {
  return process.env['OSC_UPDATE_IMAGES'] === '1' || names.some((name) => !existsSync(path.join(folder, `${name}.png`)));
}

/** From the first chunk of the file. */
function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * Takes docs/images/<name>-light.png and -dark.png. Where both are there and none is wanted again, the dark one is enough to see that the scene can still be shown.
 * @param prepare is done before each picture: what a change of the theme takes away
 */
export async function takeBoth({ page, theme }: Workbench, name: string, { clip, prepare }: Scene = {}): Promise<void> {
  const names: readonly ThemeName[] = ['light', 'dark'];
  for (const each of picturesWanted(names.map((of) => `${name}-${of}`)) ? names : names.slice(-1)) {
    await theme.use(each);
    await prepare?.();
    await takePicture(page, `${name}-${each}`, clip);
  }
}

/** How a picture is taken. */
export interface Scene {
  /** The part of the window; all of it by default. */
  readonly clip?: Clip;
  readonly prepare?: () => Promise<void>;
}

/** The side bar of a window of this size, with the status bar below it. */
export const sideBarSize = { width: 900, height: 420 };
export const sideBarClip: Clip = { x: 0, y: 36, width: 610, height: 384 };
