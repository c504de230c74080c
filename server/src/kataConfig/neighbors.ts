/** Finds the files that Kata combines with a configuration file, and the runtime that reads them. */
import type { KataRuntimeName } from '#core/annotations/kataVersions.ts';
import { isKataConfigTemplate, kataConfigRole, type KataConfigRole } from '#core/kata/kataConfigFile.ts';
import { type KataConfigDocument, parseKataConfig } from './document.ts';
import type { KataConfigContext } from './kataConfigRule.ts';

/** A configuration file with its path. */
export interface NamedKataConfig {
  /** Path or URI of the file. */
  readonly name: string;
  readonly text: string;
}

/** Returns the folder of the main file, which contains `config.d`. */
function baseFolder(name: string, role: KataConfigRole): string {
  const folder = name.replace(/[^\\/]*$/, '');
  return role === 'dropIn' ? folder.replace(/config\.d[\\/]$/i, '') : folder;
}

/** Files are parsed again only if their text changes. */
const parsed = new WeakMap<NamedKataConfig, KataConfigDocument>();

function documentOf(file: NamedKataConfig): KataConfigDocument {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const document = parseKataConfig(file.text, isKataConfigTemplate(file.name));
  parsed.set(file, document);
  return document;
}

/**
 * Returns the input of the rules.
 * @param files the other configuration files, of which only those in the same folder and its `config.d` matter
 * @param version version of Kata, if it's known
 */
export function contextOf(
  name: string,
  document: KataConfigDocument,
  files: Iterable<NamedKataConfig>,
  version?: string,
): KataConfigContext {
  const role = kataConfigRole(name) ?? 'main';
  const base = baseFolder(name, role);
  const mains: KataConfigDocument[] = [];
  const dropIns: KataConfigDocument[] = [];
  for (const file of files) {
    const other = kataConfigRole(file.name);
    if (other === undefined || file.name === name || baseFolder(file.name, other) !== base) continue;
    (other === 'main' ? mains : dropIns).push(documentOf(file));
  }
  // The runtime reads one main file. If there are several, the drop-ins belong to each of them.
  const others = role === 'main' ? dropIns : [...(mains.length === 1 ? mains : []), ...dropIns];
  return { document, role, runtimes: runtimesOf(name, role, document, mains, dropIns), others, version };
}

function runtimesOf(
  name: string,
  role: KataConfigRole,
  document: KataConfigDocument,
  mains: readonly KataConfigDocument[],
  dropIns: readonly KataConfigDocument[],
): readonly KataRuntimeName[] {
  if (/runtime-rs/i.test(name) || namesHypervisor(document)) return ['rust'];
  const runtimeOf = (main: KataConfigDocument): KataRuntimeName =>
    [main, ...dropIns].some(namesHypervisor) ? 'rust' : 'go';
  if (role === 'main') return [runtimeOf(document)];
  const runtimes = new Set(mains.map(runtimeOf));
  return runtimes.size === 1 ? [...runtimes] : ['go', 'rust'];
}

/** Returns whether a file sets the key that only runtime-rs has. Works for invalid TOML, too. */
function namesHypervisor({ text }: KataConfigDocument): boolean {
  return /^[ \t]*hypervisor_name[ \t]*=/m.test(text);
}
