/** Takes the pictures of the documentation in tests, so that they show the current product. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { ThemeName } from './parts/window/theme.ts';
import type { Workbench } from './workbench.ts';

const folder = path.join(repositoryRoot, 'docs/images');

/**
 * Takes a picture, and writes docs/images/<name>.png if the file is missing or OSC_UPDATE_IMAGES is 1. Otherwise,
 * asserts only that both have the same size, because fonts differ between computers and a test run must not change
 * files of the repository.
 */
export async function takePicture(
  page: Page,
  name: string,
  clip: Clip = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }) },
): Promise<void> {
  const file = path.join(folder, `${name}.png`);
  const picture = await page.screenshot({ caret: 'initial', animations: 'disabled', clip });
  if (picturesWanted([name])) {
    assert.ok(
      await drawsEastAsianText(page),
      `${name}.png would show boxes for Chinese, Japanese, or Korean. Install fonts-noto-cjk, then run the test again.`,
    );
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, picture);
  }
  assert.deepEqual(
    pngSize(readFileSync(file)),
    pngSize(picture),
    `${name}.png has a different size. To update it, run the test with OSC_UPDATE_IMAGES=1`,
  );
}

/**
 * Returns true if the browser has glyphs for Chinese, Japanese, and Korean. Without a glyph, it draws the same box as
 * for a character that doesn't exist.
 */
async function drawsEastAsianText(page: Page): Promise<boolean> {
  return page.locator('body').evaluate((body) => {
    const canvas = body.ownerDocument.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const drawn = (text: string): string => {
      if (context === null) return '';
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.font = '32px sans-serif';
      context.fillText(text, 8, 64);
      return canvas.toDataURL();
    };
    const missing = drawn('\u{10fffd}');
    return ['\u4e2d', '\u3042', '\ud55c'].every((text) => drawn(text) !== missing);
  });
}

/** A part of the window, in pixels. */
export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns true if one of these pictures is missing or OSC_UPDATE_IMAGES is 1. */
export function picturesWanted(names: readonly string[]): boolean {
  return (
    process.env['OSC_UPDATE_IMAGES'] === '1' || names.some((name) => !existsSync(path.join(folder, `${name}.png`)))
  );
}

/** Reads the size from the first chunk of a PNG file. */
function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * Takes docs/images/<name>-light.png and -dark.png. If both exist and no update is requested, takes only the dark one,
 * which proves that the test can still show the scene.
 */
export async function takeBoth({ page, theme }: Workbench, name: string, { clip, prepare }: Scene = {}): Promise<void> {
  const names: readonly ThemeName[] = ['light', 'dark'];
  for (const each of picturesWanted(names.map((of) => `${name}-${of}`)) ? names : names.slice(-1)) {
    await theme.use(each);
    await prepare?.();
    await takePicture(page, `${name}-${each}`, clip);
  }
}

/** Options of a picture. */
export interface Scene {
  /** The part of the window to show. By default, the whole window. */
  readonly clip?: Clip;
  /** Runs before each picture, to restore what a change of the theme closes. */
  readonly prepare?: () => Promise<void>;
}

/** The window size and the clip for a picture of the side bar with the status bar. */
export const sideBarSize = { width: 900, height: 420 };
export const sideBarClip: Clip = { x: 0, y: 36, width: 610, height: 384 };
