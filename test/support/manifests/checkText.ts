/** Checks a text as the server and the command line do, and returns the findings that they would show. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { kataConfigRole } from '#core/kata/kataConfigFile.ts';
import { withKataVersion } from '#core/annotations/kataVersions.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import { embeddedRules } from '#server/embedded/rules/index.ts';
import { readClusterFacts } from '#server/engine/cluster/readClusterInfo.ts';
import { EnvDocument } from '#server/engine/yaml/envDocument.ts';
import { readDocuments, type PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import type { ManifestEnvironment } from '#server/manifest/manifestEnvironment.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { checkEmbeddedKataConfigs, checkKataConfigText } from '#server/kataConfig/check.ts';
import { checkInitdata } from '#server/initdata/checkInitdata.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { checkCommandText } from '#server/commands/check.ts';
import { checkPrometheusRules, checkPromql } from '#server/promql/check.ts';
import { isPolicyTestFile } from '#server/policy/testFiles/testFileName.ts';
import { checkTestFile } from '#server/policy/testFiles/testFileService.ts';
import { toPublicRuleId, type RuleLanguage } from '#server/engine/findings/rule.ts';
import { checkStatusFilters } from '#server/status/check.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

export interface Checked {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly finding: FileFinding;
}

export interface CheckOptions {
  readonly release?: string;
  /** Kata version to check for. */
  readonly kataVersion?: string;
  readonly severities?: Record<string, SeveritySetting>;
  /** Other files of the workspace by name. If undefined, the workspace is unknown. */
  readonly files?: Readonly<Record<string, string>>;
  /** Env files that don't exist. */
  readonly missingFiles?: readonly string[];
  /** Cluster data. */
  readonly cluster?: ClusterFacts;
  readonly hints?: boolean;
  /** ID of the object that a kustomization generates from the text, if the text is an env file. */
  readonly envFileOf?: string;
  readonly yamlCheckedElsewhere?: boolean;
  /** True to check the fields of all Kubernetes objects. */
  readonly checksKubernetes?: boolean;
  /** YAML by default. */
  readonly language?: RuleLanguage;
  /** Name of the file, if the rule checks only files with certain names. */
  readonly fileName?: string;
}

export const uri = 'file:///workspace/file.yaml';

/** Returns all findings in the text. Fails the test if a rule throws. */
export async function check(text: string, options: CheckOptions = {}): Promise<Checked[]> {
  const document = TextDocument.create(uri, 'yaml', 1, text);
  const now = Date.UTC(2026, 10, 21, 10, 42);
  const environment = {
    release: withKataVersion(findRelease(options.release ?? '') ?? newestRelease, options.kataVersion),
    severities: new Map(Object.entries(options.severities ?? {})),
    workspace:
      options.files === undefined && options.missingFiles === undefined
        ? undefined
        : {
            ...workspaceOf({ ...options.files, 'file.yaml': text }),
            missingEnvFiles: new Set((options.missingFiles ?? []).map((name) => `file:///workspace/${name}`)),
          },
    cluster:
      options.cluster === undefined ? undefined : await readClusterFacts({ facts: options.cluster }, undefined, now),
    yamlCheckedElsewhere: options.yamlCheckedElsewhere ?? false,
    checksKubernetes: options.checksKubernetes ?? false,
    onError: (message: string) => {
      throw new Error(message);
    },
    embeddedRules: () => Promise.resolve(embeddedRules),
    // Time when the examples were written. Their certificates are valid then.
    now,
  };
  const where = { uri, place: 'file' } as const;
  const findings =
    options.language === 'rego'
      ? checkPolicy(new Policy(text), where, environment)
      : options.language === 'toml'
        ? kataConfigRole(options.fileName ?? '') === undefined
          ? checkInitdata(text, where, environment)
          : checkKataConfigText(text, `file:///workspace/${options.fileName}`, environment)
        : options.language === 'promql'
          ? checkPromql(text, environment)
          : options.language === 'sh'
            ? checkCommandText(text, 'shell', environment)
            : isPolicyTestFile(options.fileName ?? '')
              ? checkTestFile(text, environment)
              : await checkYaml(documentsOf(text, options.envFileOf), environment);
  return (findings ?? [])
    .filter((finding) => options.hints === true || finding.severity !== 'hint')
    .map((finding) => {
      const { line, character } = document.positionAt(finding.start);
      return {
        rule: toPublicRuleId(finding.rule.id),
        severity: finding.severity,
        message: finding.message,
        line,
        column: character,
        length: finding.end - finding.start,
        finding,
      };
    });
}

async function checkYaml(
  documents: readonly PlacedDocument[],
  environment: ManifestEnvironment,
): Promise<FileFinding[]> {
  const manifests = (await checkFile(uri, documents, environment)) ?? [];
  return [
    ...manifests,
    ...checkPrometheusRules(documents, environment),
    ...checkEmbeddedKataConfigs(documents, environment),
    ...checkStatusFilters(uri, documents, environment),
  ];
}

function documentsOf(text: string, envFileOf: string | undefined): readonly PlacedDocument[] {
  const kind = dataObjects.find(({ id }) => id === envFileOf);
  return kind === undefined ? readDocuments(text) : [{ document: new EnvDocument(text, { kind }), start: 0 }];
}

function workspaceOf(files: Readonly<Record<string, string>>): WorkspaceSnapshot {
  return createWorkspaceSnapshot(
    Object.entries(files).map(([name, text]) => ({ uri: `file:///workspace/${name}`, text })),
  );
}
