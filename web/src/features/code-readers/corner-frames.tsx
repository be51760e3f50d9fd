export function CornerFrames({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 300 300">
      <path
        d="M6 62V20q0-14 14-14h42M294 62V20q0-14-14-14h-42M6 238v42q0 14 14 14h42M294 238v42q0 14-14 14h-42"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeWidth="5"
      />
    </svg>
  )
}
