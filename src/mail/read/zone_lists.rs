//! The words by which mail programs of many languages mark what is not their writers' own, lower case and in plain form, as
//! [`super::fold`] makes it.

use std::sync::LazyLock;

/// A list of words, which bars part; blanks within are of the words.
fn listed(words: &'static str) -> Vec<&'static str> {
    words.split('|').collect()
}

/// Words that say "wrote" in an attribution, lower case.
pub(super) static WROTE: LazyLock<Vec<&str>> = LazyLock::new(|| {
    listed(concat!(
        "wrote|writes|schrieb|geschrieben|a écrit|écrivait|escribió|escribio|ha scritto|scrisse|schreef|geschreven",
        "|napisał|napisała|napisał(a)|pisze|escreveu|skrev|пишет|написал|писал|написав|пише|kirjoitti|napsal|napsal(a)",
        "|yazdı|şunları yazdı|写道|寫道|写到|書きました|작성|írta|έγραψε|a scris|rašė|parašė|napisal|napisala|napisao|je napisal|je napisala|je napisao",
        "|napisao je|napisala je|napisal/a|napisal-a|napisala|piše|je pisal|написа|ha escrit|va escriure|escrigué",
        "|escribiu|escrebeu|napísal|napísala|napísal(a)|píše|kirjutas|rakstīja|ha scritto il|đã viết|menulis|skrifaði",
        "|كتب|نوشت|כתב|כתבה|ने लिखा|লিখেছেন|লিখেছে|のメッセ-ジ|wrote on|schrieb am|skrev den|님이 작성|missatge de|mensaxe de",
        "|idatzi du",
    ))
});

/// How an attribution that runs over several lines begins, lower case.
pub(super) static ATTRIBUTION_STARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    listed(concat!(
        "on |am |le |el |il |em |op |den |dne |dnia |w dniu |på |w |в |у |ma |at |in article|--- |---- |va |fecha|\"",
        "|вторник|понедельник|il giorno",
    ))
});

/// How forwards and older letters are announced, lower case, without the rule around them.
pub(super) static FORWARDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    listed(concat!(
        "original message|forwarded message|forwarded by|begin forwarded message|forwarded mail|ursprüngliche nachricht",
        "|original-nachricht|originalnachricht|weitergeleitete nachricht|anfang der weitergeleiteten|message d'origine",
        "|message original|message transféré|début du message réexpédié|mensaje original|mensaje reenviado",
        "|inicio del mensaje reenviado|messaggio originale|messaggio inoltrato|inizio messaggio inoltrato",
        "|oorspronkelijk bericht|doorgestuurd bericht|wiadomość oryginalna|oryginalna wiadomość|przekazana wiadomość",
        "|treść przekazanej wiadomości|mensagem original|mensagem encaminhada|ursprungligt meddelande",
        "|vidarebefordrat meddelande|original melding|opprinnelig melding|oprindelig meddelelse|исходное сообщение",
        "|пересылаемое сообщение|переслане повідомлення|alkuperäinen viesti|özgün ileti|原始邮件|转发邮件|original meddelande",
        "|původní zpráva|eredeti üzenet|reply message|originálna správa|pôvodná správa|preposlaná správa",
        "|izvorno sporočilo|posredovano sporočilo|izvorna poruka|originalna poruka|proslijeđena poruka",
        "|оригинално съобщение|препратено съобщение|оригінальне повідомлення|початкове повідомлення|missatge original",
        "|missatge reenviat|mensaxe orixinal|mensaxe reenviada|mesajul original|mesaj original|mesaj redirecționat",
        "|pradinis laiškas|originalus laiškas|persiųstas laiškas|algne kiri|algne sõnum|sākotnējais ziņojums",
        "|αρχικό μήνυμα|προωθημένο μήνυμα|orijinal mesaj|iletilen mesaj|thư gốc|tin nhắn gốc|pesan asli|元のメッセ-ジ",
        "|転送されたメッセ-ジ|원본 메시지|전달된 메시지|回复的原邮件|原始郵件|轉寄郵件|הודעה מקורית|הודעה שהועברה|الرسالة الأصلية|پیام اصلی",
        "|přeposlaná zpráva|továbbított üzenet|välitetty viesti|alkuperäinen sähköposti|videresendt melding",
        "|videresendt meddelelse|upprunaleg skilaboð",
    ))
});

/// How the lines that phones and apps put under a letter begin, lower case, without brackets around them.
pub(super) static MOBILE_SIGNATURES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    listed(concat!(
        "sent from|sent via|sent with|sent by|sent using|from my iphone|from my ipad|from my android|get outlook for",
        "|envoyé depuis|envoyé de mon|envoyé à partir|gesendet von|von meinem |von meinem iphone gesendet",
        "|diese nachricht wurde von meinem|enviado desde|enviado do meu|enviado a partir|inviato da|verzonden vanaf",
        "|verzonden met|verstuurd vanaf|wysłane z|wysłano z|skickat från|sendt fra|отправлено с|отправлено из",
        "|надіслано з|lähetetty |從我的|从我的|发自我的|sent from mailbox|iphoneから送信|나의 iphone|outlook für|poslano z|odesláno z",
        "|enviado do|enviado con|enviado mediante|enviado pelo|enviado pela|enviado via|obter o outlook|obtener outlook",
        "|obtén outlook|obtenir outlook|obtenez outlook|télécharger outlook|téléchargez outlook|ottieni outlook",
        "|scarica outlook|outlook downloaden|download outlook|hol dir outlook|holen sie sich outlook|laden sie outlook",
        "|hämta outlook|skaffa outlook|få outlook|hent outlook|pobierz outlook|stáhnout outlook|získat outlook",
        "|získajte outlook|hanki outlook|outlook beszerzése|скачать outlook|получить outlook|отримати outlook",
        "|obțineți outlook|android için outlook|ios için outlook|outlook for |gesendet mit|gesendet über|gesendet per",
        "|gesendet aus|envoyé avec|envoyé via|envoyé par|inviato dal|inviato con|inviato tramite|verzonden via",
        "|verstuurd met|verstuurd via|skickat med|skickat från min|sendt med|sendt via|wysłane za|wysłano przez",
        "|wysłane przez|odoslané z|odeslané z|odesláno přes|posláno z|poslané z|trimis de pe|trimis din|trimis de la",
        "|iphone-ról|iphone-umdan|iphone'umdan|iphone cihazımdan|изпратено от|изпратено с|послано с|надіслано від",
        "|послано са|poslato sa|poslano s|išsiųsta iš|saadetud minu|nosūtīts no|στάλθηκε από|sent fra|sent ur",
        "|enviat des|enviat amb|enviado dende|dikirim dari|gửi từ|được gửi từ|أرسلت من|أُرسلت من|تم الإرسال من",
        "|ارسال شده از|فرستاده شده از|נשלח מ|ส่งจาก|मेरे iphone|iphoneから|ipadから|androidから|나의 ipad|내 iphone|iphone에서 보냄",
        "|发送自|來自我的|獲取 outlook|获取outlook|获取 outlook|sent from yahoo|von outlook für|mit der gmx|this email was sent from",
    ))
});

/// How such lines end in languages that put what was done last.
pub(super) static MOBILE_ENDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    listed(concat!(
        "iphone gesendet|ipad gesendet|handy gesendet|android gesendet|mail app gesendet|umdan gönderildi",
        "|imden gönderildi|telefonumdan gönderildi|ról küldve|ról elküldve|から送信|에서 보냄",
    ))
});

/// Days of the week as attributions without a date name them, lower case.
pub(super) static WEEKDAYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    listed(concat!(
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag",
        "|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes",
        "|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag",
        "|vrijdag|zaterdag|zondag|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|måndag|tisdag|onsdag",
        "|torsdag|fredag|lördag|poniedziałek|środa|понедельник|среда|yesterday|gestern",
    ))
});
