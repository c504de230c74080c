/** Determines the language of a file that a command-line path specifies. */
import path from 'node:path';
import { detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { detectStatusLanguage } from '#core/explain/mentionsStatus.ts';
import { kataConfigRole } from '#core/kata/kataConfigFile.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import { isShellFile } from '#core/oc/shell/shellFile.ts';

/** The languages of inputs. JSON is parsed as YAML. */
export type InputLanguage = 'yaml' | 'rego' | 'toml' | 'promql' | 'shell' | 'markdown';

/** Matches the first line of a shell script without an extension. */
const shebang = /^#![^\r\n]{0,100}\b(?:ba|z|k|da)?sh\b/;
/** Matches a field that every manifest has. */
const manifestField = /^["']?(?:apiVersion|kind)["']?[ \t]*:/m;

/** Returns the language of a file by its name and, if it has no extension, by its text. The default is YAML. */
export function detectLanguage(file: string, text = ''): InputLanguage {
  const policy = detectPolicyLanguage(file, '');
  if (policy !== undefined) return policy;
  if (kataConfigRole(file) !== undefined) return 'toml';
  if (isPromqlFile(file, '')) return 'promql';
  if (isShellFile(file, '') || (path.extname(file) === '' && shebang.test(text))) return 'shell';
  return detectStatusLanguage(file, '') === 'markdown' ? 'markdown' : 'yaml';
}

/**
 * Returns whether `lint` reads a file with this name. Files without an extension are read if they contain a manifest or
 * a shell script.
 */
export function isReadable(file: string, text: string): boolean {
  if (detectLanguage(file, text) !== 'yaml' || isEnvFileName(file) || /\.(?:ya?ml|json)$/i.test(file)) return true;
  return path.extname(file) === '' && (/^kustomization$/i.test(path.basename(file)) || manifestField.test(text));
}
