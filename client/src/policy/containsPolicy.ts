/** Whether a file holds a policy for the agent: Rego for it, or initdata, which may have one in it. */
import type { TextDocument } from 'vscode';
import { looksLikeAgentPolicy, looksLikeInitdata, detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';

/** Longer files are looked at only as far as this. */
const maxLength = 2_000_000;

export function containsPolicy(
  document: Pick<TextDocument, 'languageId' | 'getText'> & { readonly uri: Pick<TextDocument['uri'], 'path'> },
): boolean {
  const language = detectPolicyLanguage(document.uri.path, document.languageId);
  if (language === undefined) return false;
  const text = document.getText().slice(0, maxLength);
  return language === 'rego' ? looksLikeAgentPolicy(text) : looksLikeInitdata(text);
}
