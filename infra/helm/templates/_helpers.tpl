{{- /* The facts of files/services.yaml. */ -}}
{{- define "larksong.facts" -}}
{{ .Files.Get "files/services.yaml" }}
{{- end -}}

{{- /* The facts of files/operate.yaml, with what depends on the values: whether there are backups, and where. */ -}}
{{- define "larksong.operators" -}}
{{- $all := .Files.Get "files/operate.yaml" | fromYaml -}}
{{- $place := .Values.backup.place | default (empty .Values.backup.claim | ternary "" "/backups") -}}
{{- if not $place -}}{{- $_ := unset $all "backup" -}}{{- end -}}
{{- range $facts := $all -}}
{{- $fixed := dict -}}
{{- if $place -}}{{- $_ := set $fixed "BACKUP_FOLDER" $place -}}{{- end -}}
{{- if $.Values.game.publicClaim -}}{{- $_ := set $fixed "PUBLIC_DIR" "/public" -}}{{- end -}}
{{- range $service, $names := $facts.shares -}}
{{- $settings := (index $.Values $service).settings -}}
{{- range $name := $names -}}
{{- if hasKey $settings $name -}}{{- $_ := set $fixed $name (get $settings $name) -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- $_ := set $facts "fixed" $fixed -}}
{{- end -}}
{{ toYaml $all }}
{{- end -}}

{{- /* Labels that select the pods of a component: (list root component). */ -}}
{{- define "larksong.selector" -}}
app.kubernetes.io/name: larksong
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "larksong.labels" -}}
{{ include "larksong.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ (index . 0).Chart.Name }}-{{ (index . 0).Chart.Version | replace "+" "_" }}
{{- end -}}

{{- /* The image of a service: (list root service). */ -}}
{{- define "larksong.image" -}}
{{- $root := index . 0 -}}
{{- $own := (index $root.Values (index . 1)).image -}}
{{- $registry := $root.Values.image.registry -}}
{{- $tag := $root.Values.image.tag | default $root.Chart.AppVersion -}}
{{- $own | default (printf "%slarksong/%s:%s" (empty $registry | ternary "" (printf "%s/" $registry)) (index . 1) $tag) -}}
{{- end -}}

{{- /* A setting as text. Helm reads numbers as floats, which it would print as 8.589934592e+09. */ -}}
{{- define "larksong.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- /* The environment of a service, or of the command line for operators: (list root name facts). */ -}}
{{- define "larksong.environment" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $facts := index . 2 -}}
{{- $service := index $root.Values $name -}}
{{- $plain := dict "PUBLIC_URL" $root.Values.publicUrl "LARKSONG_VERSION" ($root.Values.image.tag | default $root.Chart.AppVersion) -}}
{{- with $facts.port -}}
{{- $_ := merge $plain (dict "HOST" "0.0.0.0" "PORT" .) -}}
{{- end -}}
{{- range $facts.calls -}}
{{- $port := (index (include "larksong.facts" $root | fromYaml) .).port -}}
{{- $_ := set $plain (printf "%s_URL" (upper .)) (printf "http://%s-%s:%v" $root.Release.Name . $port) -}}
{{- end -}}
{{- if has "storage" $facts.reaches -}}
{{- with $root.Values.storage -}}
{{- $_ := merge $plain (dict "S3_ENDPOINT" .endpoint "S3_BUCKET" .bucket "S3_REGION" .region "S3_METRICS_URL" .metricsUrl) -}}
{{- end -}}
{{- end -}}
{{- range $setting, $value := merge (deepCopy ($facts.fixed | default dict)) $plain $service.settings }}
- name: {{ $setting }}
  value: {{ include "larksong.text" $value | quote }}
{{- end }}
{{- range $lender, $names := $facts.borrows }}
{{- $all := include "larksong.facts" $root | fromYaml }}
{{- range $setting, $there := $names }}
{{- include "larksong.secret" (list $root $lender (index $all $lender) $setting $there) }}
{{- end }}
{{- end }}
{{- range concat $facts.secrets ($facts.mayHave | default list) }}
{{- include "larksong.secret" (list $root $name $facts . .) }}
{{- end }}
{{- with $service.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* A setting from a Secret: (list root name facts setting, and its name among the settings of the owner). */ -}}
{{- define "larksong.secret" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $there := index . 4 -}}
{{- $owner := index $root.Values $name -}}
{{- $other := index ($owner.secrets | default dict) $there | default dict }}
- name: {{ index . 3 }}
  valueFrom:
    secretKeyRef:
      name: {{ $other.name | default $owner.secretName | default (printf "%s-%s" $root.Release.Name $name) }}
      key: {{ $other.key | default $there }}
      {{- if and (has $there ((index . 2).mayHave | default list)) (not $other.name) }}
      optional: true
      {{- end }}
{{- end -}}

{{- /* What every pod has, whatever it runs. */ -}}
{{- define "larksong.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
# The images' user is "node", and only a number can be proved not to be root.
securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 }
{{- end -}}

{{- /* Where pods with these values run, and which go first; each line begins with a line break. */ -}}
{{- define "larksong.placement" -}}
{{- range $key := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with index $ $key }}
{{ $key }}: {{ toJson . }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Requests and limits, with a request of the disk that /tmp may take up: (list resources size). */ -}}
{{- define "larksong.resources" -}}
{{- $resources := deepCopy (index . 0) -}}
{{- toJson (merge $resources (dict "requests" (dict "ephemeral-storage" (index . 1)))) -}}
{{- end -}}

{{- /* The security context of a container with its seccomp profile. */ -}}
{{- define "larksong.hardened" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
seccompProfile: {{ toJson . }}
{{- end -}}

{{- /* The name of the transcoders' seccomp profile on the nodes. */ -}}
{{- define "larksong.profile" -}}
{{ .Values.transcoder.sandbox.profile | default "larksong/transcoder.json" }}
{{- end -}}
