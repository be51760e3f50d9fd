// Written by scripts/umm-al-qura.mjs.

export const FIRST_HIJRI_YEAR = 1300
/** 1 Muharram of the first year, in days since 1970-01-01. */
export const FIRST_HIJRI_DAY = -31826
export const HIJRI_MONTH_COUNT = 3600
/** A bit for each month, from the lowest of the first byte on: 1 for 30 days, 0 for 29. The bytes are in Base64. */
export const LONG_HIJRI_MONTHS =
  'VbUqN2krdsU2VauqVulJXakrtaU6S2upLtUqbaW1Ulfyim7RVlqrtJbakluyS7apWpNt1FXaSl2pNlWX9JJu1JZqNdUlvaSbtJO2KlulrdSl2pJtqk7pKm3FrtSmalXVSj2pK7WlOlVrqS7VKV2lrdRW6kpu0S7aqqqV2pJbskt2yVZVq7JNukpbqS3VpdqSbdKO2lKtpbqkl3STtlKXaS3VlbySW7JN1Sldpa3UldpUrao60ku8iVupLdVaakttyS3ZpmqVrtJWalO1qtqUndSVulJbqlXVmuqSbtJV2kptpbZUl+pUrspaqSvZJbtkq6xVVSttpa7kldpSrco2WSdtldZSW6pLukk7aSu1pmpLbcku2SbrVK3SVupKbanWVJuyk7pSV2pTtapqk27STdpKXanN1JbqUq7KVlmrdBW3ZJdsVdUqbaWu5JXcUl2qVVkn7ZSu0laqS3lFt2gndaXWSm3JLukl3WSt0lZaS3WprtSWalO2UldqS7WqWlVt0k26SlupTdWaalNdylXZKnWVruKWbFO1qlqlrdQVvaJbqlXVKuuUrtJV2kptqa7oFm2ltlJbqS3ZRb2oK7VVWktt'
