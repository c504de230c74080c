/** Generates YAML files of other tools, which are most of the files in a repository. */
import type { Random } from './random.ts';

/** A file of the corpus. */
export interface CorpusFile {
  /** Path with `/` as separator. */
  readonly path: string;
  readonly text: string;
}

/** Creates a file in a folder. */
type CreateFile = (random: Random, folder: string, index: number) => CorpusFile;

const compose: CreateFile = (random, folder, index) => ({
  path: `${folder}/docker-compose.${index}.yml`,
  text: `version: "3.8"
services:
${random
  .list(
    random.size(1, 14),
    () => `  ${random.name()}:
    image: registry.example.com/${random.name()}:${random.integer(1, 9)}.${random.integer(0, 20)}
    restart: unless-stopped
    environment:
${random.list(random.size(1, 12), (number) => `      SETTING_${number}: "${random.name()}"`).join('\n')}
    ports:
      - "${random.integer(1024, 65000)}:8080"
    depends_on: [${random.name()}, ${random.name()}]
    volumes:
      - ./${random.name()}:/var/lib/${random.name()}:ro
`,
  )
  .join('')}volumes:
  data: {}
`,
});

const workflow: CreateFile = (random, folder, index) => ({
  path: `${folder}/.github/workflows/${random.name()}-${index}.yaml`,
  text: `name: ${random.sentence()}
on:
  push:
    branches: [main, 'release-*']
  pull_request:
    paths-ignore:
      - '**.md'
env:
  REGISTRY: quay.io/example
jobs:
${random
  .list(
    random.size(1, 8),
    (job) => `  job-${job}:
    runs-on: \${{ matrix.os }}
    timeout-minutes: ${random.integer(5, 90)}
    strategy:
      matrix:
        os: [ubuntu-24.04, macos-15]
    steps:
      - uses: actions/checkout@v4
${random
  .list(
    random.size(1, 14),
    () => `      - name: ${random.sentence()}
        if: \${{ github.event_name == 'push' }}
        run: |
          set -euo pipefail
          make ${random.name()} VERSION=\${{ github.sha }}
          kubectl apply -f ${random.name()}.yaml
`,
  )
  .join('')}`,
  )
  .join('')}`,
});

const playbook: CreateFile = (random, folder, index) => ({
  path: `${folder}/roles/${random.name()}/tasks/main-${index}.yml`,
  text: `---
- hosts: ${random.name()}
  become: true
  vars:
    version: ${random.integer(1, 9)}
  tasks:
${random
  .list(
    random.size(2, 40),
    () => `    - name: ${random.sentence()}
      ansible.builtin.template:
        src: ${random.name()}.j2
        dest: /etc/${random.name()}.conf
        mode: "0644"
      when: ${random.pick(['ansible_os_family == "RedHat"', 'enabled | bool', 'version is defined'])}
      notify: Restart ${random.name()}
      tags: [${random.name()}, install]
`,
  )
  .join('')}`,
});

const values: CreateFile = (random, folder, index) => ({
  path: `${folder}/charts/${random.name()}-${index}/values.yaml`,
  text: `# Default values of the chart
replicaCount: ${random.integer(1, 5)}
image:
  repository: quay.io/example/${random.name()}
  tag: ""
${random
  .list(
    random.size(2, 40),
    (number) => `# ${random.sentence()}
component${number}:
  enabled: ${random.isLikely(0.5)}
  resources:
    limits: {cpu: ${random.integer(1, 8)}00m, memory: ${random.integer(1, 16)}Gi}
  nodeSelector: {}
  extraArgs:
    - --level=${random.pick(['debug', 'info', 'warn'])}
    - --name=${random.name()}
  annotations:
    example.com/${random.name()}: "${random.name()}"
`,
  )
  .join('')}`,
});

const openApi: CreateFile = (random, folder, index) => ({
  path: `${folder}/api/openapi-${index}.yaml`,
  text: `openapi: 3.0.3
info:
  title: ${random.sentence()}
  version: ${random.integer(1, 9)}.0.0
paths:
${random
  .list(
    random.size(3, 240),
    (number) => `  /${random.name()}/{id}/${number}:
    get:
      operationId: get${number}
      summary: ${random.sentence()}
      parameters:
        - name: id
          in: path
          required: true
          schema: {type: string, format: uuid}
      responses:
        "200":
          description: ${random.sentence()}
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Model${number}'
        "404": {description: Not found}
`,
  )
  .join('')}components:
  schemas:
    Model0:
      type: object
      description: >-
        ${random.sentence()}
        ${random.sentence()}
      properties:
        kind: {type: string}
        name: {type: string, maxLength: 63}
`,
});

const pipeline: CreateFile = (random, folder, index) => ({
  path: `${folder}/ci/.gitlab-ci-${index}.yml`,
  text: `stages: [build, test, deploy]
.base: &base
  image: registry.example.com/ci:${random.integer(1, 40)}
  retry: {max: 2, when: runner_system_failure}
${random
  .list(
    random.size(2, 40),
    (number) => `
${random.name()}-${number}:
  <<: *base
  stage: ${random.pick(['build', 'test', 'deploy'])}
  script:
    - make ${random.name()}
    - ./scripts/${random.name()}.sh --retries ${random.integer(1, 5)}
  rules:
    - if: $CI_COMMIT_BRANCH == "main"
  artifacts:
    paths: [build/${random.name()}]
    expire_in: 1 week
`,
  )
  .join('')}`,
});

const translations: CreateFile = (random, folder, index) => ({
  path: `${folder}/locales/en-${index}.yml`,
  text: `en:
${random
  .list(
    random.size(5, 200),
    (number) => `  message_${number}: "${random.sentence()}"\n  other_${number}: ${random.name()}\n`,
  )
  .join('')}`,
});

const creators = [compose, workflow, playbook, values, openApi, pipeline, translations] as const;

/** Creates a file of another tool. */
export function createForeignFile(random: Random, folder: string, index: number): CorpusFile {
  return random.pick(creators)(random, folder, index);
}
