import { websiteText } from '../text/website.ts'
import { starPoints } from '../ui/star-pattern.ts'

const words = websiteText.hero
const CARD_PICTURE = './src/website/pictures/mithaq.webp'
const ARCH_PATH = 'M14 620V262C14 156 124 122 192 86 236 62 260 40 270 10c10 30 34 52 78 76 68 36 178 70 178 176v358Z'
const ARCH_OUTLINE_PATH = 'M2 620V260C2 146 116 112 186 75c46-24 73-44 84-75 11 31 38 51 84 75 70 37 184 71 184 185v360'
const ADMITTED_GREEN = '#0b7544'

export function HeroScene() {
  return (
    <div aria-label={words.scene} className="relative mx-auto aspect-[54/62] w-full max-w-[540px]" role="img">
      <svg aria-hidden="true" className="absolute inset-0 size-full" viewBox="0 0 540 620">
        <clipPath id="hero-arch">
          <path d={ARCH_PATH} />
        </clipPath>
        <pattern height="60" id="hero-lattice" patternTransform="translate(0 8)" patternUnits="userSpaceOnUse" width="60">
          <g fill="none" stroke="var(--grove-gold)" strokeWidth=".9">
            <polygon points={starPoints({ x: 30, y: 30, radius: 30 })} />
            <polygon points={starPoints({ x: 30, y: 30, radius: 15, turn: Math.PI / 8 })} />
          </g>
        </pattern>
        <linearGradient id="hero-fade" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".42" />
          <stop offset=".62" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id="hero-mask">
          <rect fill="url(#hero-fade)" height="620" width="540" />
        </mask>
        <g clipPath="url(#hero-arch)">
          <rect fill="var(--grove)" height="620" width="540" />
          <rect fill="url(#hero-lattice)" height="620" mask="url(#hero-mask)" width="540" />
        </g>
        <path d={ARCH_OUTLINE_PATH} fill="none" stroke="var(--gold)" strokeWidth="1.2" />
      </svg>
      <img
        alt=""
        className="absolute start-[8%] top-[24%] w-[47%] rotate-[3deg] rounded-md shadow-[0_30px_60px_-18px_rgb(0_0_0/0.55)]"
        fetchPriority="high"
        height="720"
        src={CARD_PICTURE}
        width="480"
      />
      <div className="absolute end-[9%] bottom-[4%] aspect-[9/18.6] w-[36%] -rotate-[4deg] rounded-[9%/4.6%] bg-[#0a0e0c] p-[1.7%] shadow-[0_30px_60px_-14px_rgb(0_0_0/0.6),0_0_0_1.5px_#55635b]">
        <PhoneDrawing />
      </div>
    </div>
  )
}

function PhoneDrawing() {
  return (
    <svg aria-hidden="true" className="size-full rounded-[7%/3.6%]" direction="rtl" fontFamily="IBM Plex Sans Arabic" viewBox="0 0 200 414">
      <clipPath id="hero-phone">
        <rect height="414" rx="14" width="200" />
      </clipPath>
      <g clipPath="url(#hero-phone)" textAnchor="middle">
        <rect fill="#1a211d" height="414" width="200" />
        <g transform="rotate(5 100 137)">
          <image height="810" href={CARD_PICTURE} width="540" x="-170" y="-511" />
        </g>
        <g className="scan-frame" fill="none" stroke="#e4cc94" strokeLinecap="round" strokeWidth="3.4">
          <path d="M22 78V60q0-8 8-8h18M178 78V60q0-8-8-8h-18M22 196v18q0 8 8 8h18M178 196v18q0 8-8 8h-18" />
        </g>
        <path className="scan-line" d="M28 137h144" stroke="#e4cc94" strokeLinecap="round" strokeWidth="2" />
        <g className="scan-verdict">
          <rect fill={ADMITTED_GREEN} height="162" width="200" y="252" />
          <polygon fill="#fff" points={starPoints({ x: 100, y: 292, radius: 25 })} />
          <path d="m90 292 7 8 13-15" fill="none" stroke={ADMITTED_GREEN} strokeLinecap="round" strokeLinejoin="round" strokeWidth="4.4" />
          <g fill="#fff">
            <text fontSize="27" fontWeight="600" x="100" y="347">
              {words.admitted}
            </text>
            <text fontSize="13" fontWeight="500" x="100" y="372">
              {words.guest}
            </text>
            <text fontSize="11.5" x="100" y="393">
              {words.entry}
            </text>
          </g>
        </g>
        <rect fill="#0a0e0c" height="11" rx="5.5" width="52" x="74" y="8" />
      </g>
    </svg>
  )
}
