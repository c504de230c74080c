/** Interface of the must-gather feature, which collects, opens, and compares must-gathers. */
import type { TextDocumentContentProvider } from 'vscode';
import type { CommandFeature } from '../features/lazyFeature.ts';

export interface MustGatherFeature extends CommandFeature {
  /** Provides the content of `osc-gather:` documents. */
  readonly documents: TextDocumentContentProvider;
}
