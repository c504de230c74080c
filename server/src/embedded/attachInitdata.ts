/** Adds a policy to initdata, and merges two initdata documents. */
import * as l10n from '@vscode/l10n';
import { initdataVersion } from '#core/agent/initdata.ts';
import { parseInitdata } from '../initdata/document.ts';

/** The document with the file, or the reason why the file can't be added. */
export type WithFile =
  | { readonly toml: string; readonly problem?: undefined }
  | { readonly toml?: undefined; readonly problem: string };

/** Creates a document that contains only the policy. */
export function newInitdata(policy: string): string {
  return `algorithm = "sha256"\nversion = "${initdataVersion}"\n\n[data]\n"policy.rego" = ${tomlString(policy)}\n`;
}

/** Adds a policy to a document, or replaces the policy in it. */
export function withPolicy(toml: string, policy: string): WithFile {
  return withFile(toml, 'policy.rego', policy);
}

/** Adds a file to a document, or replaces the file with this name. */
function withFile(toml: string, name: string, text: string): WithFile {
  const { toml: tree, data } = parseInitdata(toml);
  const [fault] = tree.problems;
  if (fault !== undefined) return { problem: l10n.t`Can't read the existing initdata: ${fault.message}` };
  const written = tomlString(text);
  const entry = `${JSON.stringify(name)} = ${written}\n`;
  const present = data.find((file) => file.name === name);
  if (present !== undefined)
    return { toml: toml.slice(0, present.range.start) + written + toml.slice(present.range.end) };
  const table = tree.tables.find(({ path }) => path.length === 1 && path[0] === 'data');
  if (table === undefined) {
    if (tree.entries.some(({ path }) => path[0] === 'data'))
      return {
        problem: l10n.t("In the existing initdata, `data` isn't a `[data]` table. Change it to a table first."),
      };
    return { toml: `${toml.trimEnd()}\n\n[data]\n${entry}` };
  }
  const last = Math.max(table.range.end, ...data.map(({ range }) => range.end));
  const end = toml.indexOf('\n', last);
  const [before, after] = end === -1 ? [`${toml}\n`, ''] : [toml.slice(0, end + 1), toml.slice(end + 1)];
  return { toml: `${before}${entry}${after}` };
}

/** New initdata with the files that only the existing initdata contains. */
export type MergedInitdata =
  | {
      readonly toml: string;
      /** Files that come from the existing initdata. */
      readonly kept: readonly string[];
      /** Parts that both documents have, with different contents: names of files, and `algorithm`. */
      readonly conflicts: readonly string[];
      readonly problem?: undefined;
    }
  | { readonly toml?: undefined; readonly problem: string };

/** Adds the files that only the existing initdata contains to new initdata. Other parts are those of the new one. */
export function mergeInitdata(toml: string, existing: string): MergedInitdata {
  const [added, before] = [parseInitdata(toml), parseInitdata(existing)];
  const [fault] = before.toml.problems;
  if (fault !== undefined) return { problem: l10n.t`Can't read the existing initdata: ${fault.message}` };
  const conflicts: string[] = [];
  const kept: string[] = [];
  let merged = toml;
  if (before.algorithm !== undefined && before.algorithm.text !== added.algorithm?.text) conflicts.push('algorithm');
  for (const { name, text } of before.data) {
    const same = added.data.find((file) => file.name === name);
    if (same !== undefined) {
      if (same.text !== text) conflicts.push(name);
      continue;
    }
    const { toml: next, problem } = withFile(merged, name, text);
    if (next === undefined) return { problem };
    merged = next;
    kept.push(name);
  }
  return { toml: merged, kept, conflicts };
}

/** Returns a TOML string. Keeps the text unescaped if possible, because that's readable. */
function tomlString(text: string): string {
  // CRLF line breaks, other control characters, and three quotation marks require escapes.
  // eslint-disable-next-line no-control-regex
  if (!text.includes("'''") && !text.endsWith("'") && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text))
    return `'''\n${text}'''`;
  // eslint-disable-next-line no-control-regex
  const escaped = text.replace(/[\\"]|[\u0000-\u0008\u000b-\u001f\u007f]/g, (character) =>
    /[\\"]/.test(character) ? `\\${character}` : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"""\n${escaped}"""`;
}
