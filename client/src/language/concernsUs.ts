/** Whether a file is worth starting the language server for. Cheap: it is asked at every opened YAML file and every edit. */
import type { TextDocument } from 'vscode';
import { knownKinds } from '../../../core/kinds/index.ts';

/** Longer files are looked at only as far as this. */
const maxLength = 2_000_000;
/** A YAML file with hardly anything in it may become one of ours: whole documents are offered there. */
const nearlyEmpty = 200;

export function concernsUs(document: Pick<TextDocument, 'languageId' | 'getText'>): boolean {
  if (document.languageId !== 'yaml') return false;
  const text = document.getText().slice(0, maxLength);
  if (text.length < nearlyEmpty && /^(?:\uFEFF|\s|#.*|---)*$/.test(text)) return true;
  return knownKinds.some((kind) => kind.mentions.some((mention) => text.includes(mention)));
}
