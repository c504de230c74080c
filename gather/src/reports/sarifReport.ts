/** Formats the report as SARIF 2.1.0 for code scanning services: diagnoses as rules, and findings with their lines. */
import type { Log, Result } from 'sarif';
import { diagnoses } from '#core/diagnosis/allDiagnoses.ts';
import type { MustGatherReport } from './mustGatherReport.ts';

/**
 * Returns the SARIF log.
 * @param version version of this tool
 */
export function sarifReport({ findings }: MustGatherReport, version: string): Log {
  const used = diagnoses.filter(({ id }) => findings.some((finding) => finding.id === id));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'osc-tools must-gather',
            version,
            informationUri: 'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers',
            rules: used.map(({ id, title }) => {
              const docs = findings.find((finding) => finding.id === id && finding.docs !== undefined)?.docs;
              return {
                id,
                shortDescription: { text: title() },
                ...(docs === undefined ? {} : { helpUri: docs.url }),
              };
            }),
          },
        },
        results: findings.map(({ id, health, likelihood, about, headline, meaning, todo, evidence }): Result => ({
          ruleId: id,
          ruleIndex: used.findIndex((diagnosis) => diagnosis.id === id),
          level: health === 'failed' ? 'error' : 'warning',
          rank: likelihood,
          message: { text: [`${about}: ${headline}.`, meaning, ...(todo === undefined ? [] : [todo])].join(' ') },
          locations: evidence.map(({ file, line, text }) => ({
            physicalLocation: {
              artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'MUST_GATHER' },
              region: { startLine: line, snippet: { text } },
            },
          })),
        })),
      },
    ],
  };
}
