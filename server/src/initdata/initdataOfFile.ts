/** Parses the initdata in an open TOML file, once per version of its text. */
import { looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import type { Span } from '../engine/text/span.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { perVersion } from '../engine/workspace/perVersion.ts';
import type { PlacedPolicy } from '../policy/model/policyOfFile.ts';
import { parseInitdata, type InitdataDocument } from './document.ts';
import { getInitdataPolicy } from './initdataPolicy.ts';

/** Returns the initdata document in an open TOML file. Returns undefined if the file contains something else. */
export const getInitdata = perVersion((file): InitdataDocument | undefined => {
  const text = file.text.getText();
  return file.language === 'toml' && looksLikeInitdata(text) ? parseInitdata(text) : undefined;
});

/** Returns the policy in the initdata document of a file, and its range including the quotes. */
export function policyInInitdata(file: OpenFile): (PlacedPolicy & { readonly range: Span }) | undefined {
  const document = getInitdata(file);
  const embedded = document === undefined ? undefined : getInitdataPolicy(document);
  if (embedded === undefined) return undefined;
  const { policy, entry } = embedded;
  const { map, range, literal } = entry;
  return { policy, toFile: (at) => map.toFile(at), toPolicy: (at) => map.toText(at), literal, range };
}

/** Returns the policy at this offset of a file. */
export function initdataPolicyAt(file: OpenFile, offset: number): PlacedPolicy | undefined {
  const placed = policyInInitdata(file);
  return placed !== undefined && placed.range.start <= offset && offset <= placed.range.end ? placed : undefined;
}
