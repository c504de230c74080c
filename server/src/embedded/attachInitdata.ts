/** Adds a policy to initdata: replaces the existing one, adds it to the other files, or creates a new document. */
import * as l10n from '@vscode/l10n';
import { initdataVersion } from '#core/agent/initdata.ts';
import { parseInitdata } from '../initdata/document.ts';
import { isPolicyFile } from '../initdata/initdataPolicy.ts';

/** The document with the policy, or the reason why the policy can't be added. */
export type WithPolicy =
  | { readonly toml: string; readonly problem?: undefined }
  | { readonly toml?: undefined; readonly problem: string };

/** Creates a document that contains only the policy. */
export function newInitdata(policy: string): string {
  return `algorithm = "sha256"\nversion = "${initdataVersion}"\n\n[data]\n"policy.rego" = ${tomlString(policy)}\n`;
}

/** Adds a policy to a document. */
export function withPolicy(toml: string, policy: string): WithPolicy {
  const { toml: tree, data } = parseInitdata(toml);
  const [fault] = tree.problems;
  if (fault !== undefined) return { problem: l10n.t`Can't read the existing initdata: ${fault.message}` };
  const written = tomlString(policy);
  const present = data.find(isPolicyFile);
  if (present !== undefined)
    return { toml: toml.slice(0, present.range.start) + written + toml.slice(present.range.end) };
  const table = tree.tables.find(({ path }) => path.length === 1 && path[0] === 'data');
  if (table === undefined) {
    if (tree.entries.some(({ path }) => path[0] === 'data'))
      return {
        problem: l10n.t("In the existing initdata, `data` isn't a `[data]` table. Change it to a table first."),
      };
    return { toml: `${toml.trimEnd()}\n\n[data]\n"policy.rego" = ${written}\n` };
  }
  const last = Math.max(table.range.end, ...data.map(({ range }) => range.end));
  const end = toml.indexOf('\n', last);
  const [before, after] = end === -1 ? [`${toml}\n`, ''] : [toml.slice(0, end + 1), toml.slice(end + 1)];
  return { toml: `${before}"policy.rego" = ${written}\n${after}` };
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
