/** Creates a build whose translations are incomplete. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { dist } from '../lsp/editor.ts';
import { findKey } from './translated.ts';

/**
 * Copies the build and the bundle of a language without the translations of these English texts. Returns the folder
 * with the bundles. The caller must remove it with `removeBuild`.
 */
export function copyBuildWithout(texts: readonly string[], language: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-build-'));
  const build = path.join(folder, 'dist');
  cpSync(dist, build, { recursive: true });
  const name = `l10n/bundle.l10n.${language}.json`;
  const bundle = JSON.parse(readFileSync(path.join(repositoryRoot, name), 'utf8')) as Readonly<Record<string, string>>;
  const keys = texts.map((text) => findKey(text).key);
  mkdirSync(path.join(folder, 'l10n'));
  const kept = Object.entries(bundle).filter(([key]) => !keys.includes(key));
  writeFileSync(path.join(folder, name), JSON.stringify(Object.fromEntries(kept)));
  return build;
}

/** Removes a build of `copyBuildWithout`. */
export function removeBuild(build: string): void {
  rmSync(path.dirname(build), { recursive: true, force: true });
}
