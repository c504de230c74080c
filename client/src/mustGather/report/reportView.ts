/**
 * The report on a must-gather as a page shows it, and what the page may ask for. Both sides read this file: it is pure.
 */
import { getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';

export interface ReportView {
  readonly type: 'report';
  readonly title: string;
  /** Name and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly head: string;
  readonly findings: readonly FindingView[];
  readonly gaps: readonly string[];
}

export interface FindingView {
  /** `Node worker-1: A node is degraded` */
  readonly headline: string;
  /** Never by colour or sign alone. */
  readonly health: 'failed' | 'attention';
  /** Texts with `code` in them. */
  readonly meaning: string;
  readonly follows?: string;
  readonly next?: string;
  readonly todo?: string;
  readonly docs?: { readonly title: string; readonly url: string };
  /** By file, in the order of the report. */
  readonly evidence: readonly FileView[];
}

export interface FileView {
  /** What is not seen of its name is spelled out. */
  readonly file: string;
  /** @property index of the line among all of the finding */
  readonly lines: readonly { readonly index: number; readonly line: number; readonly text: string }[];
}

export const exportFormats = ['md', 'json', 'sarif'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What the page may ask for. Places go by number: what stands in an archive is never an address. */
export type ReportMessage =
  | { readonly type: 'show'; readonly finding: number; readonly line: number }
  | { readonly type: 'copy' }
  | { readonly type: 'export'; readonly format: ExportFormat };

/** A message of the page; undefined when it is none. */
export function readReportMessage(message: unknown): ReportMessage | undefined {
  switch (getMessageType(message)) {
    case 'show': {
      const [finding, line] = [getIndexField(message, 'finding'), getIndexField(message, 'line')];
      return finding === undefined || line === undefined ? undefined : { type: 'show', finding, line };
    }
    case 'copy':
      return { type: 'copy' };
    case 'export': {
      const format = exportFormats.find((one) => one === getStringField(message, 'format'));
      return format === undefined ? undefined : { type: 'export', format };
    }
    default:
      return undefined;
  }
}
