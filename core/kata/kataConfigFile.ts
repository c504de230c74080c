/**
 * Recognizes Kata's configuration files by their paths and texts. Must be cheap, because it runs for every opened TOML
 * and YAML file.
 */
import { looksLikeInitdata } from '../agent/looksLikePolicy.ts';

/** Role of a configuration file: the main file, or a file in `config.d/` that overrides some of its keys. */
export type KataConfigRole = 'main' | 'dropIn';

/** Maximum length of a configuration file, in characters. The templates of Kata have about 40,000. */
export const maxKataConfig = 256 * 1024;

const extension = /\.toml(?:\.in)?$/i;
const otherLanguage = /\.(?:ya?ml|json|rego|md|sh|promql)$/i;
const kataFolder = /(?:^|[\\/])(?:etc[\\/]kata-containers|opt[\\/]kata)[\\/]/i;
/** Matches the query of a URI. In VS Code, the URI of an embedded file has one. */
const query = /^([a-z][a-z\d+.-]+:[^?]*)\?.*$/is;
/** Matches the folder of Kata's drop-ins, such as in a repository with files for nodes. */
const kataDropInFolder = /(?:^|[\\/])kata-containers[\\/]config\.d[\\/][^\\/]+$/i;
const dropInFolder = /(?:^|[\\/])config\.d[\\/][^\\/]+$/i;
const mainName = /(?:^|[\\/])configuration[^\\/]*$/i;

/**
 * Returns the role that a path suggests. The text must confirm it. Returns undefined for other files.
 * @param path name, path, or URI of the file
 */
export function kataConfigRole(path: string): KataConfigRole | undefined {
  return roleOf(path.replace(query, '$1'));
}

function roleOf(path: string): KataConfigRole | undefined {
  // Kata reads all files in the folder of its drop-ins. Elsewhere, only TOML is considered.
  if (dropInFolder.test(path))
    return extension.test(path) || (isInKataFolder(path) && !otherLanguage.test(path)) ? 'dropIn' : undefined;
  return isNamedForKata(path) || isKataConfigTemplate(path) ? 'main' : undefined;
}

function isInKataFolder(path: string): boolean {
  return kataFolder.test(path) || kataDropInFolder.test(path);
}

function isNamedForKata(path: string): boolean {
  return extension.test(path) && (mainName.test(path) || kataFolder.test(path));
}

/** Returns whether a file is a template, in which the build of Kata replaces names such as `@QEMUPATH@`. */
export function isKataConfigTemplate(path: string): boolean {
  return /\.toml\.in$/i.test(path);
}

/** Tables that only Kata has. */
const ownTable = /^[ \t]*\[{1,2}[ \t]*(?:hypervisor[ \t]*\.|agent[ \t]*\.[ \t]*(?:"?kata\b|@))/m;
/** Tables that other applications also have. */
const commonTable = /^[ \t]*\[[ \t]*(?:agent[ \t]*\.|runtime[ \t]*\]|factory[ \t]*\])/m;

/**
 * Returns whether a text with this path is a configuration file of Kata. Other applications also have files in a folder
 * `config.d`, so the text of such a file must contain a table that only Kata has, unless it's in a folder of Kata. The
 * same applies to templates with any name.
 */
export function looksLikeKataConfig(text: string, path: string): boolean {
  const role = kataConfigRole(path);
  if (role === undefined || text.length > maxKataConfig) return false;
  const file = path.replace(query, '$1');
  const isCertain = (role === 'main' && isNamedForKata(file)) || isInKataFolder(file);
  return (ownTable.test(text) || (isCertain && commonTable.test(text))) && !looksLikeInitdata(text);
}

/**
 * Returns whether YAML might contain a configuration file of Kata: a file of a MachineConfig, or a key of a ConfigMap.
 */
export function mayEmbedKataConfig(yaml: string): boolean {
  return (
    (yaml.includes('kata-containers/') && yaml.includes('storage')) ||
    (yaml.includes('opt/kata/') && yaml.includes('storage')) ||
    (yaml.includes('.toml') && /\bconfiguration[\w.-]{0,200}\.toml|config\.d\//.test(yaml))
  );
}
