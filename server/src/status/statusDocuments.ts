/**
 * The documents of an open file in which statuses are looked for. JSON is read as the YAML that it is; other features
 * are not given it.
 */
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { perVersion } from '../engine/workspace/perVersion.ts';
import { readDocuments, type PlacedDocument } from '../engine/yaml/yamlDocument.ts';

const jsonDocuments = perVersion((file, earlier: readonly PlacedDocument[] | undefined) =>
  readDocuments(file.text.getText(), earlier),
);

/** None for a file that is neither YAML nor JSON. */
export function listStatusDocuments(file: OpenFile): readonly PlacedDocument[] {
  return file.language === 'json' ? jsonDocuments(file) : file.documents;
}
