/** The scenes of the drawings, 320 × 180, in the colours of the house. */
export const SCENES = {
  'morning-lark': `<path fill="#ffe7b3" d="M0 0h320v180H0z"/>
<circle cx="160" cy="112" r="78" fill="#ffd565"/><circle cx="160" cy="112" r="52" fill="#ffc93c"/>
<path fill="#8cc79c" d="M0 128c60-34 120-26 170-6s100 20 150-6v64H0z"/>
<path fill="#4f9e70" d="M0 158c50-26 104-22 160-8s112 14 160-6v36H0z"/>
<g transform="translate(118 26) scale(1.25)"><path fill="#e5533d" d="M38 18.5 53.5 15 45 28l10 4-14 5z"/><path fill="#0b4a55" d="M7 55l12.5-15.5c2.5-3.5 2.5-7 1-10L15.5 16C31 10.5 45.5 15 45.5 30 45.5 46 36 55 21 55z"/><path fill="#ffc93c" d="M20.5 48C20 39 26 34.5 37 35.5 37 44 31 49.5 20.5 48zM38 24.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"/></g>
<path stroke="#e5533d" stroke-width="5" stroke-linecap="round" d="m202 24 5-12M216 38l11-6M219 54h11"/>
<g fill="#fff"><circle cx="36" cy="160" r="4"/><circle cx="62" cy="152" r="4"/><circle cx="262" cy="158" r="4"/><circle cx="290" cy="150" r="4"/></g>`,
  'moon-lullaby': `<path fill="#17384a" d="M0 0h320v180H0z"/>
<circle cx="216" cy="66" r="46" fill="#ffe7a6"/><circle cx="198" cy="56" r="42" fill="#17384a"/>
<g fill="#ffe7a6"><circle cx="44" cy="36" r="3"/><circle cx="92" cy="62" r="2.5"/><circle cx="136" cy="26" r="3"/><circle cx="284" cy="38" r="2.5"/><circle cx="292" cy="96" r="3"/><circle cx="26" cy="86" r="2.5"/><circle cx="168" cy="92" r="2"/></g>
<path fill="#24566a" d="M0 132c70-36 140-26 190-10s90 14 130-6v64H0z"/>
<path fill="#0f2a36" d="M0 160c60-24 120-16 170-8s110 6 150-8v36H0z"/>
<path fill="#c4563f" d="m62 106 30-24 30 24z"/><path fill="#f0e2c8" d="M68 106h48v44H68z"/><path fill="#ffc93c" d="M76 114h14v14H76zM96 124h14v26H96z"/><path fill="#c4563f" d="M104 84h9v14h-9z"/>
<g fill="#1f6b5d"><circle cx="154" cy="132" r="18"/><circle cx="172" cy="140" r="13"/></g><path stroke="#0f2a36" stroke-width="5" d="M156 140v18"/>`,
  'duck-pond': `<path fill="#cfe9f3" d="M0 0h320v180H0z"/>
<path fill="#8cc79c" d="M0 66c70-30 130-16 190-8s90 4 130-10v70H0z"/>
<path fill="#4fa3bd" d="M0 92c90-14 230-14 320 0v88H0z"/>
<g fill="none" stroke="#84c7d8" stroke-width="5" stroke-linecap="round"><path d="M24 158h52M112 170h44M232 160h60M20 112h24M284 118h22"/></g>
<g id="d"><path fill="#ffc93c" d="M52 112c8 8 22 6 30-2 4-4 2-14 0-18a18 18 0 1 1 34 8c10 4 14 12 12 22-3 14-16 20-36 20-26 0-40-12-40-30z"/><path fill="#f08a3c" d="M82 88 64 92l16 8z"/><circle cx="96" cy="86" r="3.5" fill="#12323a"/><path fill="#e8a91c" d="M92 120c8 10 20 10 30 2-2 12-24 16-30-2z"/></g>
<g transform="translate(136 48) scale(.62)"><use href="#d"/></g>
<g transform="translate(196 60) scale(.5)"><use href="#d"/></g>
<g transform="translate(246 70) scale(.42)"><use href="#d"/></g>
<g stroke="#37823f" stroke-width="6" stroke-linecap="round"><path d="M286 84V44M300 84V56"/></g><g stroke="#8a5a2b" stroke-width="10" stroke-linecap="round"><path d="M286 46V34M300 58V48"/></g>`,
  'bee-garden': `<path fill="#d8efd0" d="M0 0h320v180H0z"/><path fill="#8cc79c" d="M0 138c80-18 240-18 320 0v42H0z"/>
<g stroke="#37823f" stroke-width="6" stroke-linecap="round"><path d="M60 160V96M160 164V84M262 160v-58"/></g>
<g fill="#37823f"><path d="M60 140c-20 0-26-12-28-20 14 0 26 6 28 20zM160 146c22 0 30-14 32-24-16 0-30 8-32 24zM262 142c-18 0-24-10-26-18 12 0 24 4 26 18z"/></g>
<g fill="#c4375c"><circle cx="60" cy="70" r="14"/><circle cx="82" cy="86" r="14"/><circle cx="74" cy="110" r="14"/><circle cx="46" cy="110" r="14"/><circle cx="38" cy="86" r="14"/></g><circle cx="60" cy="92" r="13" fill="#ffc93c"/>
<g fill="#fff"><circle cx="160" cy="46" r="17"/><circle cx="186" cy="64" r="17"/><circle cx="176" cy="94" r="17"/><circle cx="144" cy="94" r="17"/><circle cx="134" cy="64" r="17"/></g><circle cx="160" cy="72" r="16" fill="#f08a3c"/>
<g fill="#7a55ae"><circle cx="262" cy="84" r="13"/><circle cx="282" cy="98" r="13"/><circle cx="275" cy="120" r="13"/><circle cx="249" cy="120" r="13"/><circle cx="242" cy="98" r="13"/></g><circle cx="262" cy="104" r="12" fill="#ffc93c"/>
<g><ellipse cx="226" cy="34" rx="13" ry="9" fill="#fff" transform="rotate(-30 226 34)"/><ellipse cx="244" cy="32" rx="13" ry="9" fill="#fff" transform="rotate(30 244 32)"/><ellipse cx="234" cy="46" rx="21" ry="14" fill="#ffc93c"/><path stroke="#12323a" stroke-width="6" d="M228 33v26M241 33v26"/><circle cx="250" cy="43" r="2.5" fill="#12323a"/></g>
<path d="M206 52c-16 8-14 24-30 18" fill="none" stroke="#12323a" stroke-width="2.5" stroke-dasharray="1 8" stroke-linecap="round"/>`,
  'farm-morning': `<path fill="#bfe3ee" d="M0 0h320v180H0z"/><circle cx="262" cy="44" r="24" fill="#ffc93c"/>
<path fill="#a3d6ae" d="M0 104c80-40 150-20 210-6s80 2 110-8v90H0z"/>
<path fill="#5dac79" d="M0 140c70-22 150-18 210-8s80 2 110-6v54H0z"/>
<path fill="#c4412f" d="M36 140V84l34-30 34 30v56z"/><path fill="#8f2c20" d="m28 88 42-38 42 38-6 6-36-32-36 32z"/><path fill="#fff3dc" d="M56 140v-34h28v34zM62 76h16v14H62z"/><path stroke="#c4412f" stroke-width="3" d="m57 107 26 32m0-32-26 32"/>
<g id="s"><g fill="#fff"><circle cx="186" cy="128" r="15"/><circle cx="204" cy="122" r="17"/><circle cx="222" cy="130" r="15"/><circle cx="204" cy="136" r="16"/></g><path stroke="#12323a" stroke-width="5" stroke-linecap="round" d="M192 146v14M216 146v14"/><rect x="222" y="116" width="22" height="24" rx="11" fill="#12323a"/><circle cx="236" cy="125" r="2.2" fill="#fff"/></g>
<g transform="translate(154 72) scale(.6)"><use href="#s"/></g>
<g stroke="#fff3dc" stroke-width="5" stroke-linecap="round"><path d="M128 142v26M154 142v26M122 152h40"/></g>`,
  'rain-umbrella': `<path fill="#b9d3de" d="M0 0h320v180H0z"/>
<g fill="#eaf3f6"><circle cx="70" cy="30" r="20"/><circle cx="98" cy="24" r="26"/><circle cx="130" cy="32" r="20"/><circle cx="226" cy="24" r="18"/><circle cx="250" cy="20" r="22"/><circle cx="276" cy="28" r="16"/></g>
<path fill="#7fb08d" d="M0 150c90-20 230-20 320 0v30H0z"/><ellipse cx="168" cy="164" rx="70" ry="9" fill="#7fb6cc"/>
<g stroke="#4b8fb0" stroke-width="5" stroke-linecap="round"><path d="m40 70-5 14M78 96l-5 14M44 122l-5 14M264 74l-5 14M292 104l-5 14M258 126l-5 14M112 60l-3 8M224 56l-3 8"/></g>
<path fill="#e5533d" d="M90 104a74 66 0 0 1 148 0c-10-10-26-10-37 0-11-10-26-10-37 0-11-10-26-10-37 0-11-10-27-10-37 0z"/><path fill="#c4412f" d="M127 104c0-34 16-58 37-66 21 8 37 32 37 66-11-10-26-10-37 0-11-10-26-10-37 0z"/>
<path d="M164 34v-8M164 100v46c0 14 20 14 20 0" fill="none" stroke="#12323a" stroke-width="5" stroke-linecap="round"/>
<g transform="translate(108 112) scale(.78)"><path fill="#ffc93c" d="M38 18.5 53.5 15 45 28l10 4-14 5z"/><path fill="#0b4a55" d="M7 55l12.5-15.5c2.5-3.5 2.5-7 1-10L15.5 16C31 10.5 45.5 15 45.5 30 45.5 46 36 55 21 55z"/><path fill="#ffc93c" d="M20.5 48C20 39 26 34.5 37 35.5 37 44 31 49.5 20.5 48zM38 24.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"/></g>`,
  'snow-friend': `<path fill="#9cc9df" d="M0 0h320v180H0z"/><path fill="#c9e3ee" d="M0 116c70-30 150-30 200-14s80 10 120-6v84H0z"/><path fill="#fff" d="M0 150c70-22 250-22 320 0v30H0z"/>
<g fill="#2f7d5d"><path d="m56 58 28 42H28zM56 84l34 48H22zM276 74l22 34h-44zM276 94l28 40h-56z"/></g><path stroke="#7b5a3c" stroke-width="8" d="M56 132v16M276 134v14"/>
<circle cx="164" cy="126" r="40" fill="#fff"/><circle cx="164" cy="70" r="28" fill="#fff"/><path d="M132 142a40 40 0 0 0 64 8 40 40 0 0 1-64-8z" fill="#dcebf2"/>
<path fill="#12323a" d="M144 22h40v28h-40zM134 46h60v8h-60z"/><path fill="#e5533d" d="M144 38h40v8h-40z"/>
<g fill="#12323a"><circle cx="156" cy="66" r="3.5"/><circle cx="174" cy="66" r="3.5"/><circle cx="164" cy="118" r="4"/><circle cx="164" cy="136" r="4"/></g><path fill="#f08a3c" d="m166 72 30 8-30 4z"/>
<path fill="#e5533d" d="M140 88c16 10 34 10 48 0l4 10c-8 5-14 7-20 8l2 24-14 2-2-26c-8-1-16-4-22-8z"/>
<path d="M124 112 94 92m8 6-2-12M204 112l30-20m-8 6 2-12" stroke="#7b5a3c" stroke-width="5" stroke-linecap="round"/>
<g fill="#fff"><circle cx="36" cy="30" r="4"/><circle cx="96" cy="42" r="5"/><circle cx="228" cy="30" r="4"/><circle cx="286" cy="44" r="5"/><circle cx="112" cy="16" r="3"/><circle cx="252" cy="64" r="3"/></g>`,
  'colour-train': `<path fill="#d9eef5" d="M0 0h320v180H0z"/>
<g fill="#fff"><circle cx="62" cy="42" r="16"/><circle cx="82" cy="36" r="20"/><circle cx="104" cy="44" r="14"/><circle cx="232" cy="30" r="12"/><circle cx="250" cy="28" r="16"/><circle cx="268" cy="34" r="11"/></g>
<path fill="#a9d8b4" d="M0 122c80-30 160-22 220-12s70 4 100-4v74H0z"/><path fill="#6db886" d="M0 148h320v32H0z"/>
<path stroke="#7b5a3c" stroke-width="6" d="M0 152h320"/>
<path fill="#12323a" d="M86 130h170v8H86z"/>
<rect x="14" y="92" width="66" height="44" rx="8" fill="#7a55ae"/><rect x="92" y="92" width="66" height="44" rx="8" fill="#37823f"/><rect x="170" y="92" width="50" height="44" rx="8" fill="#2677b5"/>
<path fill="#e5533d" d="M228 136V78h30v24h34c10 0 16 8 16 18v16z"/><path fill="#12323a" d="M222 70h42v10h-42zM276 82h14v20h-14z"/><path fill="#ffe7b3" d="M236 86h16v16h-16z"/>
<g fill="#ffe7b3"><path d="M24 102h18v14H24zM52 102h18v14H52zM102 102h18v14h-18zM130 102h18v14h-18z"/></g>
<g fill="#ffc93c" stroke="#12323a" stroke-width="5"><circle cx="32" cy="140" r="10"/><circle cx="64" cy="140" r="10"/><circle cx="108" cy="140" r="10"/><circle cx="142" cy="140" r="10"/><circle cx="188" cy="140" r="10"/><circle cx="244" cy="138" r="12"/><circle cx="286" cy="140" r="10"/></g>
<g fill="#fff"><circle cx="284" cy="66" r="9"/><circle cx="268" cy="54" r="7"/></g>`,
  'fish-count': `<path fill="#2b7fb3" d="M0 0h320v180H0z"/><path fill="#5aa9cf" d="M0 0h320v30c-40 14-70-8-110 0s-60 16-100 6-70-4-110 4z"/>
<path fill="#1d5f8d" d="M0 150c60-20 110-8 170-4s110-8 150-14v48H0z"/><path fill="#f4d58f" d="M0 166c70-12 250-12 320 0v14H0z"/>
<g id="f"><path fill="#f08a3c" d="M70 84c18-26 60-28 82 0-22 28-64 26-82 0z"/><path fill="#f08a3c" d="m78 84-26-18c4 12 4 24 0 36z"/><path fill="#fff" d="M104 64c-7 12-7 28 0 40l12 2c-8-14-8-30 0-44z"/><circle cx="134" cy="78" r="4.5" fill="#12323a"/></g>
<g transform="translate(136 48) scale(.7)"><path fill="#ffc93c" d="M70 84c18-26 60-28 82 0-22 28-64 26-82 0z"/><path fill="#ffc93c" d="m78 84-26-18c4 12 4 24 0 36z"/><circle cx="134" cy="78" r="5" fill="#12323a"/></g>
<g transform="translate(180 8) scale(.6)"><path fill="#f2a0ae" d="M70 84c18-26 60-28 82 0-22 28-64 26-82 0z"/><path fill="#f2a0ae" d="m78 84-26-18c4 12 4 24 0 36z"/><circle cx="134" cy="78" r="5" fill="#12323a"/></g>
<g fill="none" stroke="#8fd0ea" stroke-width="4"><circle cx="174" cy="64" r="6"/><circle cx="184" cy="44" r="4"/><circle cx="284" cy="80" r="5"/></g>
<g fill="none" stroke="#3d9a5b" stroke-width="8" stroke-linecap="round"><path d="M34 170c-10-20 10-26 0-48M54 172c8-16-6-22 2-38M292 168c-8-18 8-24 0-44"/></g>`,
} as const;
