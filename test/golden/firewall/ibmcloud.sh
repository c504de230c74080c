#!/usr/bin/env bash
# Peer pod ports on demo (IBMCloud), based on cluster data from 2026-11-20 10:41 UTC.
# Review this script. Then run it on a computer where you're logged in to the cloud provider.
# OSC 1.12, 3.1 Enabling ports: https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index
#
# 15150/tcp: connection from the shim on the node to the agent in the pod VM.
# 9000/tcp and 9000/udp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348), so the script opens both.
# Not in the OSC documentation. Source: IBM Cloud CLI reference for VPC, ibmcloud is security-group-rule-add.
# Opens the ports only between members of the same security group. Worker nodes and pod VMs must share a group.
# Requires the IBM Cloud CLI with the VPC plug-in, logged in to the account of the cluster, and jq.
set -euo pipefail

IBMCLOUD_SECURITY_GROUP_IDS=r006-group-a,r006-group-b
ibmcloud target -r us-south >/dev/null

# open_port GROUP PROTOCOL PORT: adds a rule, unless the group has one for exactly this port.
open_port() {
  local rules
  rules=$(ibmcloud is security-group-rules "$1" --output JSON)
  if jq --exit-status --arg protocol "$2" --argjson port "$3" \
    'any(.[]; .direction == "inbound" and .protocol == $protocol and .port_min == $port and .port_max == $port)' \
    <<<"$rules" >/dev/null; then
    echo "$1: $3/$2 is already open"
    return 0
  fi
  ibmcloud is security-group-rule-add "$1" inbound "$2" --remote "$1" --port-min "$3" --port-max "$3" >/dev/null
  echo "$1: opened $3/$2"
}

IFS=, read -ra groups <<<"$IBMCLOUD_SECURITY_GROUP_IDS"
for group in "${groups[@]}"; do
  open_port "$group" tcp 15150
  open_port "$group" tcp 9000
  open_port "$group" udp 9000
done

# To test the connection from a worker node to a pod VM, replace NODE and IP, and run this command:
# oc debug node/NODE -- bash -c 'timeout 3 bash -c "</dev/tcp/IP/15150"; echo "Port 15150 of IP: exit code $?"'
# To explain the output, run Explain Status in VS Code, or osc-tools explain.
# Exit code 0: the port is open. Exit code 124: a firewall drops the packets. "Connection refused": the pod VM is reachable, but no process listens on the port. "No route to host": the node has no route to the network of the pod VM.
