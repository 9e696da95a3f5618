CREATE TABLE "review_card_attempts" (
	"card_id" integer NOT NULL,
	"attempt_id" uuid NOT NULL,
	CONSTRAINT "review_card_attempts_card_id_attempt_id_pk" PRIMARY KEY("card_id","attempt_id")
);
--> statement-breakpoint
ALTER TABLE "review_cards" DROP CONSTRAINT "review_cards_attempt_id_exam_attempts_id_fk";
--> statement-breakpoint
ALTER TABLE "review_card_attempts" ADD CONSTRAINT "review_card_attempts_card_id_review_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."review_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_card_attempts" ADD CONSTRAINT "review_card_attempts_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_card_attempts_attempt_id" ON "review_card_attempts" USING btree ("attempt_id");--> statement-breakpoint
INSERT INTO "review_card_attempts" ("card_id", "attempt_id") SELECT "id", "attempt_id" FROM "review_cards" WHERE "attempt_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "review_cards" DROP COLUMN "attempt_id";