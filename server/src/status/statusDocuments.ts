/** The documents of an open file in which statuses are looked for. JSON is read as the YAML that it is; other features are not given it. */
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { readDocuments, type PlacedDocument } from '../engine/yaml/yamlDocument.ts';

const known = new WeakMap<OpenFile, { readonly version: number; readonly documents: readonly PlacedDocument[] }>();

/** None for a file that is neither YAML nor JSON. */
export function statusDocuments(file: OpenFile): readonly PlacedDocument[] {
  if (file.language !== 'json') return file.documents;
  const last = known.get(file);
  if (last?.version === file.version) return last.documents;
  const documents = readDocuments(file.text.getText(), last?.documents);
  known.set(file, { version: file.version, documents });
  return documents;
}
