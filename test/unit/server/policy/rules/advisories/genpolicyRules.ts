/** Policies for the tests of advisories: a short one in the form of genpolicy, and the rules of released versions. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { conformanceFolder } from '#scripts/conformance/conformanceCases.ts';

/** A repository of kata-containers with its tags, if one was fetched. */
const mirror = '/work/.mirror/kata-containers+kata-containers/repo';

/** Shortened policy in the form of genpolicy 4.1.0. */
export const fixedPolicy = `package agent_policy

import future.keywords.in
import future.keywords.if
import future.keywords.every

default CopyFileRequest := false
default CreateContainerRequest := false

CreateContainerRequest := {"ops": [], "allowed": true} if {
    i_oci := input.OCI
    i_storages := input.storages
    some idx, p_container in policy_data.containers
    print("CreateContainerRequest: idx =", idx)
    p_oci := p_container.OCI
    p_storages := p_container.storages
    allow_by_anno(p_oci, i_oci, p_storages, i_storages)
}

allow_by_anno(p_oci, i_oci, p_storages, i_storages) if {
    bundle_id := i_oci.Annotations["bundle"]
    p_matches := { p_index | some i_index; p_index = allow_mount(p_oci, i_oci.Mounts[i_index], i_storages, bundle_id) }
    count(p_matches) == count(i_oci.Mounts)
    allow_storages(p_storages, i_storages, bundle_id)
}

allow_mount(p_oci, i_mount, i_storages, bundle_id) := p_index if {
    some p_index, p_mount in p_oci.Mounts
    print("allow_mount 1: p_mount =", p_mount, p_mount.source != "")
    p_mount.source != ""
    check_mount(p_mount, i_mount)
}

allow_mount(p_oci, i_mount, i_storages, bundle_id) := p_index if {
    some p_index, p_mount in p_oci.Mounts
    p_mount.destination == i_mount.destination
    p_mount.source == ""
    some i_storage in i_storages
    print("allow_mount 2: driver =", i_storage.driver)
    i_storage.driver in {"blk", "scsi"}
    i_storage.mount_point == i_mount.source
}

check_mount(p_mount, i_mount) if {
    p_mount == i_mount
}

check_mount(p_mount, i_mount) if {
    p_mount.destination == i_mount.destination
    regex1 := p_mount.source
    regex2 := replace(regex1, "$(cpath)", policy_data.common.cpath)
    regex.match(regex2, i_mount.source)
}

allow_storages(p_storages, i_storages, bundle_id) if {
    img_pull_count := count([s | s := i_storages[_]; s.driver == "image_guest_pull"])
    count(p_storages) == count(i_storages) - img_pull_count
    every i_storage in i_storages {
        allow_storage(p_storages, i_storage, bundle_id)
    }
}

allow_storage(p_storages, i_storage, bundle_id) if {
    some p_storage in p_storages
    p_storage.driver == i_storage.driver
    p_storage.mount_point == i_storage.mount_point
}

allow_storage(p_storages, i_storage, bundle_id) if {
    i_storage.driver == "image_guest_pull"
    i_storage.fstype == "overlay"
    expect_root_path := replace(policy_data.common.root_path, "$(bundle-id)", bundle_id)
    print("allow_storage: mount_point =", i_storage.mount_point)
    expect_root_path == i_storage.mount_point
}

CopyFileRequest if {
    print("CopyFileRequest: file_type =", input.file_type)
    allow_copy_file
}

allow_copy_file if {
    input.file_type == "Regular"
    allow_copy_file_path(input.path, "")
}

allow_copy_file if {
    input.file_type == "Symlink"
    allow_copy_file_path(input.path, ".*/.+")
    check_directory_traversal(input.symlink_target)
    not startswith(input.symlink_target, "/")
}

allow_copy_file_path(path, regex_suffix) if {
    check_directory_traversal(path)
    some regex1 in policy_data.request_defaults.CopyFileRequest
    regex.match(concat("", [regex1, regex_suffix]), path)
}

check_directory_traversal(path) if {
    not regex.match("(^|/)\\\\.\\\\.($|/)", path)
}
`;

const fixLines = {
  mount: /^ *p_mount\.source != ""\n/m,
  storage: /^ *i_storage\.driver in \{"blk", "scsi"\}\n/m,
  imagePull: /^ *expect_root_path == i_storage\.mount_point\n/m,
} as const;

/** A policy without one of the fixes, with the name of the fix. */
export interface WithoutFix {
  readonly fix: 'mount' | 'storage' | 'imagePull' | 'copyFile';
  readonly what: string;
  readonly text: string;
}

/** Returns a fixed policy without each of its fixes. */
export function withoutEachFix(text: string): readonly WithoutFix[] {
  const symlink = /^( *)input\.file_type == "Symlink"\n[^}]*\n/m;
  const withoutReads = (part: string): string => part.replaceAll(/^.*input\.(?:file_type|symlink_target)\b.*\n/gm, '');
  return [
    ...(['mount', 'storage', 'imagePull'] as const).map((fix): WithoutFix => ({
      fix,
      what: fix,
      text: text.replace(fixLines[fix], ''),
    })),
    { fix: 'copyFile', what: 'check of symbolic links', text: text.replace(symlink, withoutReads) },
    { fix: 'copyFile', what: 'check of files', text: text.replace(/^.*input\.file_type == "Regular"\n/m, '') },
  ];
}

/** The shortened policy without any fix. */
export const affectedPolicy = fixedPolicy
  .replace(fixLines.mount, '')
  .replace(fixLines.storage, '')
  .replace(fixLines.imagePull, '')
  .replaceAll(/^ *(?!print).*input\.(?:file_type|symlink_target)\b.*\n/gm, '');

/** Returns the rules of genpolicy in a version that the conformance data contains. */
export function readReleasedRules(version: '3.28.0' | '4.1.0'): string | undefined {
  const file = path.join(conformanceFolder() ?? '', 'newer/genpolicy', `rules-${version}.rego`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Reason to skip tests that need the tags of kata-containers, or false. */
export const noTags: string | false = existsSync(mirror) ? false : 'repository of kata-containers not fetched';

/** Returns the rules of genpolicy in a tag or commit of kata-containers. */
export function readTaggedRules(tag: string): string {
  return execFileSync('git', ['-C', mirror, 'show', `${tag}:src/tools/genpolicy/rules.rego`], {
    encoding: 'utf8',
    maxBuffer: 1e7,
  });
}
